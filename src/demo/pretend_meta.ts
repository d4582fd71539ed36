import { eq } from "drizzle-orm";
import type { Server } from "../app/server.ts";
import { furnish } from "../graph_simulator/furnish.ts";
import {
  GraphSimulator,
  type InstagramLine,
  type Line,
  type MetaApp,
  type Person,
} from "../graph_simulator/simulator.ts";
import { metaApp, metaShown, NOTICES_PATH } from "../meta/app.ts";
import { addLine } from "../meta/link.ts";
import { lineOf } from "../meta/lines.ts";
import { saveMeta } from "../meta/save.ts";
import { queueTable } from "../queues/table.ts";
import { CHATTER, INSTAGRAM_OPENERS } from "./dialogues.ts";
import type { Companies } from "./seed.ts";

/** How long (ms) after the start the first of them writes, and how long they read before they answer. */
const BEGINS_AFTER = 3000, ANSWERS_AFTER = 5000;

export interface PretendMeta {
  graph: GraphSimulator;
  app: MetaApp;
  line: InstagramLine;
  token: string;
  /** What is there to be linked by hand, with what is to be typed in. */
  others: Typed[];
}

interface Typed {
  channel: string;
  accountId: string;
  /** Of the business account; empty for a page. */
  parentId: string;
  token: string;
}

/** A pretend Meta with what it has after each start; it stands before the server, which connects to it at once. */
export async function startMeta(port: number): Promise<PretendMeta> {
  const graph = await GraphSimulator.start({ port });
  const { app, lines } = furnish(graph);
  const [found] = lines.flatMap(({ line, token }) =>
    line.channel === "instagram" && line.page ? [{ line, token }] : []
  );
  return { graph, app, ...found!, others: lines.flatMap(typedOf) };
}

function typedOf({ line, token }: { line: Line; token: string }): Typed[] {
  if (line.channel === "instagram") return [];
  const isNumber = line.channel === "whatsapp", parentId = isNumber ? line.account.id : "";
  return [{ channel: isNumber ? "WhatsApp – API oficial" : "Facebook", accountId: line.id, parentId, token }];
}

/** The provider's app and the bakery's Instagram, once each; then people write to it. Returns how they stop. */
export async function playInstagram(
  { tenants, supervisor, address }: Server,
  { aurora }: Companies,
  { graph, app, line, token }: PretendMeta,
): Promise<() => void> {
  if (!metaApp(tenants)) {
    const { id, secret, instagramId, instagramSecret } = app;
    const typed = { appId: id, secret, instagramAppId: instagramId, instagramSecret, version: "v25.0" };
    saveMeta(tenants, typed, { by: { id: 1, name: "Suporte Balcão" }, now: Date.now() });
  }
  app.verifyToken = metaShown(tenants).verifyToken;
  await graph.setCallback(app, address + NOTICES_PATH);
  if (!lineOf(tenants, line.id)) {
    const account = {
      accountId: line.id,
      parentId: line.page!.id,
      host: "facebook" as const,
      token,
      humanAgent: false,
      tokenExpiresAt: null,
    };
    const [wholesale] = aurora.read.select().from(queueTable).where(eq(queueTable.name, "Atacado")).all();
    const queueIds = wholesale ? [wholesale.id] : [];
    const id = addLine(tenants, aurora, { kind: "instagram", name: `@${line.username}`, account, queueIds });
    await supervisor.start(aurora, id);
  }
  return converse(graph, line);
}

/** Two people write, and answer what they are written; words that they have heard before, as bots say them, they leave. */
function converse(graph: GraphSimulator, line: InstagramLine): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const later = (ms: number, act: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  };
  const ends = graph.people.slice(0, INSTAGRAM_OPENERS.length).map((person, nth) => {
    later(BEGINS_AFTER * (nth + 1), () => person.writesTo(line, { text: INSTAGRAM_OPENERS[nth]! }));
    return graph.world.watchers.follow(listener(person, line, (answer) => later(ANSWERS_AFTER, answer)));
  });
  return () => {
    ends.forEach((end) => end());
    timers.forEach(clearTimeout);
  };
}

function listener(person: Person, line: InstagramLine, later: (answer: () => void) => void): () => void {
  const heard = new Set<string>();
  let count = 0, said = 0;
  return () => {
    const got = person.received(line), fresh = got.slice(count);
    count = got.length;
    const news = fresh.filter(({ text = "" }) => !heard.has(text));
    fresh.forEach(({ text = "" }) => heard.add(text));
    if (news.length === 0) return;
    later(() => {
      person.reads(line);
      person.writesTo(line, { text: CHATTER[said++ % CHATTER.length]! });
    });
  };
}
