import type { Asked } from "../asked.ts";
import { readParams } from "../check.ts";
import { GraphError } from "../errors.ts";
import { newMid } from "../ids.ts";
import type { Customer, InstagramLine, Message, MessengerLine, Said } from "../model.ts";
import { needScope } from "../tokens.ts";
import type { World } from "../world.ts";
import { readAttachment } from "./attachments.ts";
import { tellDelivery, tellEcho } from "./incoming.ts";
import { Sending, type ToSend } from "./shapes.ts";
import { checkWindow } from "./window.ts";

type MessagingLine = MessengerLine | InstagramLine;

/** POST /{page-id|ig-id|me}/messages: a message, or a sign like typing_on. */
export async function sendMessaging(asked: Asked, line: MessagingLine): Promise<Record<string, unknown>> {
  const { world, params, token } = asked;
  if (line.channel === "messenger") needScope(token, "pages_messaging");
  else needScope(token, "instagram_business_manage_messages", "instagram_manage_messages");
  const sending = readParams(Sending, params);
  const to = receiverOf(world, line, sending.recipient.id);
  if (sending.sender_action) {
    if (sending.message) {
      throw new GraphError(100, { subcode: 2018022, message: "Cannot send both message and state." });
    }
    return act(world, to, sending);
  }
  if (!sending.message) throw new GraphError(100, { message: "The parameter message is required" });
  checkWindow(world, { ...to, app: token.app }, sending);
  const saids = await readMessage(asked, to.line, sending.message);
  const ids = saids.map((said) => addSent(asked, to, { ...said, replyTo: sending.reply_to?.mid }, sending.message!));
  world.changed();
  return { recipient_id: sending.recipient.id, message_id: ids.at(-1)! };
}

/** Through a page, both its own people and those of its Instagram account are reached. */
function receiverOf(world: World, line: MessagingLine, id: string): { line: MessagingLine; customer: Customer } {
  const lines = line.channel === "messenger" && line.instagram ? [line, line.instagram] : [line];
  for (const each of lines) {
    const customer = world.customerAt(each, id);
    if (customer) return { line: each, customer };
  }
  throw new GraphError(100, { subcode: 2018001, message: "No matching user found" });
}

async function readMessage(asked: Asked, line: MessagingLine, message: ToSend): Promise<Said[]> {
  const { text, attachment, attachments, quick_replies } = message;
  const files = [...(attachment ? [attachment] : []), ...(attachments ?? [])];
  if (text === undefined && files.length === 0) {
    throw new GraphError(100, { message: "Message cannot be empty, must provide valid attachment or text" });
  }
  if (text !== undefined && files.length > 0) {
    throw new GraphError(100, { message: "Only one of the text, attachment fields can be specified." });
  }
  if (attachments && line.channel === "messenger") {
    throw new GraphError(100, { message: 'Invalid keys "attachments" were found in param "message".' });
  }
  const choices = quick_replies?.map(({ title = "", payload = "" }) => ({ id: payload, title }));
  if (text !== undefined) return [{ kind: "text", text: checkText(line, text), choices }];
  return await Promise.all(files.map((each) => readAttachment(asked, line, each)));
}

/** 2000 letters on Messenger, 1000 bytes on Instagram. */
function checkText({ channel }: MessagingLine, text: string): string {
  const isTooLong = channel === "messenger" ? text.length > 2000 : new TextEncoder().encode(text).length > 1000;
  if (!isTooLong) return text;
  const [most, subcode] = channel === "messenger" ? [2000, undefined] : [1000, 2534038];
  throw new GraphError(100, {
    subcode,
    message: `Length of param message[text] must be less than or equal to ${most}`,
  });
}

function addSent({ world, token }: Asked, { line, customer }: { line: MessagingLine; customer: Customer }, said: Said, {
  metadata,
}: ToSend): string {
  const message: Message = {
    ...said,
    id: newMid(line.channel),
    line,
    customer,
    isFromBusiness: true,
    at: world.now(),
    status: customer.isOnline ? "delivered" : "sent",
    edits: [],
    isDeleted: false,
    reactions: {},
    app: token.app,
    callbackData: metadata,
  };
  world.messages.push(message);
  tellEcho(world, message);
  if (customer.isOnline) tellDelivery(world, message);
  return message.id;
}

function act(
  world: World,
  { line, customer }: { line: MessagingLine; customer: Customer },
  { sender_action, payload, recipient }: Sending,
): Record<string, unknown> {
  if (sender_action === "react" || sender_action === "unreact") {
    const message = payload && world.message(payload.message_id);
    if (!message || message.customer !== customer || message.line !== line) {
      throw new GraphError(100, { message: "Param payload[message_id] names no message of this conversation." });
    }
    if (sender_action === "react" && !payload.reaction) {
      throw new GraphError(100, { message: "The parameter payload[reaction] is required" });
    }
    const emoji = sender_action === "react" ? payload.reaction : undefined;
    message.reactions = { ...message.reactions, business: emoji === "love" ? "❤" : emoji };
  }
  if (sender_action === "mark_seen") {
    for (const each of world.talk(line, customer)) if (!each.isFromBusiness) each.status = "read";
  }
  world.changed();
  return { recipient_id: recipient.id };
}
