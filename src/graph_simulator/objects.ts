import type { Answer, Asked } from "./asked.ts";
import { GraphError } from "./errors.ts";
import { debugToken } from "./login/debug_token.ts";
import { showMe } from "./login/me.ts";
import {
  checkOwner,
  followersOfLine,
  followLine,
  listPages,
  showCustomer,
  showInstagram,
  showPage,
  unfollowLine,
} from "./messaging/account.ts";
import { uploadAttachment } from "./messaging/attachments.ts";
import { sendMessaging } from "./messaging/send.ts";
import type { InstagramLine, MessengerLine } from "./model.ts";
import { listSubscriptions, subscribeApp, unsubscribeApp } from "./subscriptions.ts";
import {
  followAccount,
  followersOfAccount,
  listNumbers,
  registerNumber,
  showAccount,
  showNumber,
  unfollowAccount,
} from "./whatsapp/account.ts";
import { deleteMedia, showMedia, uploadMedia } from "./whatsapp/media.ts";
import { sendWhatsApp } from "./whatsapp/send.ts";
import { createTemplate, deleteTemplate, listTemplates, showTemplate } from "./whatsapp/templates.ts";

/** What an object answers, by method and edge: "POST messages", or "GET " for the object itself. */
type Answers<Thing> = Record<string, (asked: Asked, thing: Thing) => Answer>;

const NUMBER = {
  "GET ": showNumber,
  "POST messages": sendWhatsApp,
  "POST media": uploadMedia,
  "POST register": registerNumber,
} satisfies Answers<never>;

const ACCOUNT = {
  "GET ": showAccount,
  "GET phone_numbers": listNumbers,
  "GET subscribed_apps": followersOfAccount,
  "POST subscribed_apps": followAccount,
  "DELETE subscribed_apps": unfollowAccount,
  "GET message_templates": listTemplates,
  "POST message_templates": createTemplate,
  "DELETE message_templates": deleteTemplate,
} satisfies Answers<never>;

const FOLLOWED = {
  "POST messages": sendMessaging,
  "GET subscribed_apps": followersOfLine,
  "POST subscribed_apps": followLine,
  "DELETE subscribed_apps": unfollowLine,
};
const PAGE: Answers<MessengerLine> = { ...FOLLOWED, "GET ": showPage, "POST message_attachments": uploadAttachment };
const INSTAGRAM: Answers<InstagramLine> = { ...FOLLOWED, "GET ": showInstagram };

const APP = {
  "GET subscriptions": listSubscriptions,
  "POST subscriptions": subscribeApp,
  "DELETE subscriptions": unsubscribeApp,
} satisfies Answers<never>;

const NOBODY: Answers<undefined> = { "GET accounts": listPages, "GET ": showMe };

/** Finds what the path names and has it answer. */
export async function answerObject(asked: Asked): Promise<Record<string, unknown>> {
  if (asked.id === "debug_token") return await debugToken(asked);
  return await (answerLine(asked) ?? answerOther(asked));
}

function answerLine(asked: Asked): Answer | undefined {
  const { world, token, id } = asked;
  const line = world.line(id);
  if (!line) return undefined;
  if (line.channel === "whatsapp") return run(NUMBER, asked, line);
  // A page's own token may stand for its "me".
  checkOwner(world, token, line);
  return line.channel === "messenger" ? run(PAGE, asked, line) : run(INSTAGRAM, asked, line);
}

function answerOther(asked: Asked): Answer {
  const { world, id, token } = asked;
  const account = world.accounts.find((each) => each.id === id);
  if (account) return run(ACCOUNT, asked, account);
  const media = world.media.get(id);
  if (media) return run({ "GET ": showMedia, "DELETE ": deleteMedia }, asked, media);
  const app = world.app(id);
  if (app && asked.edge) return run(APP, asked, app);
  const template = world.accounts.flatMap(({ templates }) => templates).find((each) => each.id === id);
  if (template) return run({ "GET ": showTemplate }, asked, template);
  const met = world.lines.flatMap((line) => {
    const customer = line.channel === "whatsapp" ? undefined : world.customerAt(line, id);
    return customer ? [{ line, customer }] : [];
  });
  if (met[0]) return run({ "GET ": showCustomer }, asked, met[0]);
  if (id === token.ownerId) return run(NOBODY, asked, undefined);
  throw unknownObject(asked);
}

function run<Thing>(answers: Answers<Thing>, asked: Asked, thing: Thing): Answer {
  const answer = answers[`${asked.method} ${asked.edge}`];
  if (answer) return answer(asked, thing);
  if (!asked.edge) throw unknownObject(asked);
  throw new GraphError(2500, { message: `Unknown path components: /${asked.edge}` });
}

function unknownObject({ method, id }: Asked): GraphError {
  const message =
    `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded ` +
    "due to missing permissions, or does not support this operation.";
  return new GraphError(100, { subcode: 33, message });
}
