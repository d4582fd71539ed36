import { milliseconds } from "date-fns/milliseconds";
import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { messageTable } from "../messages/table.ts";
import type { VisitorSignal } from "../platform/signals.ts";
import { setCompanySchedules } from "../settings/hours.ts";
import { setSetting } from "../settings/settings.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { aWidget, type Widget } from "../testing/webchat.ts";
import { ticketTable } from "../tickets/table.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());
afterEach(() => void vi.useRealTimers());

const ana = (method: string, path: string, body?: unknown) => balcao.as("ana@aurora.test")(method, path, body);
const newest = () => balcao.aurora.read.select().from(ticketTable).all().at(-1)!;
const served = async (widget: Widget, visitor: string) =>
  (await widget.ask("GET", "/messages", undefined, visitor)).body.serving;

test("who takes a conversation up is told to its visitor by first name, and no more once it is given back", async () => {
  const widget = await aWidget(balcao), visitor = await widget.begin(), other = await widget.begin();
  await widget.write(other, "Eu também");
  await widget.write(visitor, "Oi");
  const { id } = newest(), heard: VisitorSignal[] = [];
  expect(await served(widget, visitor)).toBeNull();
  const leave = balcao.aurora.signals.on("visitors", (signal) => void heard.push(signal));
  await ana("PUT", `/tickets/${id}`, { status: "open", userId: 1 });
  leave();
  expect(heard).toContainEqual({ connectionId: widget.id, jid: expect.stringContaining("@webchat"), isTaken: true });
  expect(await served(widget, visitor)).toEqual({ name: "Ana", at: expect.any(Number) });
  expect(await served(widget, other)).toBeNull();
  await ana("PUT", `/tickets/${id}`, { status: "open", userId: 3 });
  expect(await served(widget, visitor)).toMatchObject({ name: "Carla" });
  await balcao.as("carla@aurora.test")("PUT", `/tickets/${id}`, { status: "pending", userId: null });
  expect(await served(widget, visitor)).toBeNull();
});

/** A conversation whose first answer took so long (ms). */
async function answered(widget: Widget, ms: number): Promise<void> {
  await widget.write(await widget.begin(), "Oi");
  const { id } = newest();
  await ana("PUT", `/tickets/${id}`, { status: "open", userId: 1 });
  await ana("POST", `/messages/${id}`, { body: "Olá!" });
  balcao.aurora.write((db) => {
    const own = and(eq(messageTable.ticketId, id), eq(messageTable.fromMe, true));
    db.update(messageTable).set({ createdAt: Date.now() + ms }).where(own).run();
  });
}

const promised = async ({ key }: Widget) => {
  const page = await (await balcao.app.request(`/widget/${key}`)).text();
  return JSON.parse(/id="start">(.*?)<\/script>/.exec(page)![1]!).answersIn;
};

test("how soon it is answered is the median of the last days; too few, too long or closed say nothing", async () => {
  const widget = await aWidget(balcao), minute = milliseconds({ minutes: 1 });
  for (const minutes of [1, 2, 4, 50]) await answered(widget, minutes * minute);
  expect(await promised(widget)).toBeNull();
  await answered(widget, 90 * minute);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * minute });
  expect(await promised(widget)).toBe(4);
  const never = [0, 1, 2, 3, 4, 5, 6].map((nth) => ({
    weekday: "",
    weekdayEn: DAYS[nth]!,
    startTime: "00:00",
    endTime: "00:00",
  }));
  balcao.aurora.write((db) => {
    setSetting(db, "scheduleType", "company");
    setCompanySchedules(db, never as never);
  });
  expect(await promised(widget)).toBeNull();
  balcao.aurora.write((db) => setSetting(db, "scheduleType", "disabled"));
  const slow = await aWidget(balcao);
  for (let nth = 0; nth < 5; nth++) await answered(slow, 70 * minute);
  expect(await promised(slow)).toBeNull();
});

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
