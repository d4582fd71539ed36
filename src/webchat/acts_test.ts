import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messageTable, reactionTable } from "../messages/table.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { aWidget } from "../testing/webchat.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

const row = (id: number) => balcao.aurora.read.select().from(messageTable).where(eq(messageTable.id, id)).all()[0]!;

test("a visitor answers a message of the chat, and of no other", async () => {
  const widget = await aWidget(balcao), visitor = await widget.begin(), other = await widget.begin();
  const { body: first } = await widget.write(visitor, "Quero um bolo"),
    { body: theirs } = await widget.write(other, "Oi");
  const quoting = (quote: number) =>
    widget.ask("POST", "/messages", { body: "De chocolate", localId: crypto.randomUUID(), quote }, visitor);
  const answer = await quoting(first.id);
  expect(answer.body.quote).toEqual({ own: true, body: "Quero um bolo", kind: "text" });
  expect(row(answer.body.id).quotedWid).toBe(row(first.id).wid);
  const foreign = await quoting(theirs.id);
  expect([foreign.status, foreign.body.quote]).toEqual([200, null]);
});

test("a visitor puts an emoji on a message of the chat, and takes it off; on another's it is refused", async () => {
  const widget = await aWidget(balcao), visitor = await widget.begin(), other = await widget.begin();
  const { body: { id } } = await widget.write(visitor, "Oi");
  await widget.write(other, "Oi");
  const react = (emoji: string, by = visitor) => widget.ask("POST", "/reactions", { id, emoji }, by);
  const reactions = () =>
    balcao.aurora.read.select().from(reactionTable).where(eq(reactionTable.messageId, id)).all().map(({ emoji }) =>
      emoji
    );
  expect((await react("👍")).status).toBe(200);
  expect(reactions()).toEqual(["👍"]);
  expect((await widget.read(visitor)).find((one) => one.id === id).reactions).toEqual([{ emoji: "👍", own: true }]);
  expect((await react("❤️", other)).status).toBe(404);
  expect((await react("não")).status).toBe(400);
  expect((await react("")).status).toBe(200);
  expect(reactions()).toEqual([]);
});
