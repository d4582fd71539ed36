import { type SQL, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Dashboard, type Service, SERVICE_SORTS } from "../contract/dashboard.ts";
import { dayIn } from "../shared/clock.ts";
import { aBalcao, aContact, aTicket } from "../testing/fixtures.ts";
import { queryPlan } from "../testing/query_plan.ts";
import { cycleTable, ticketTable } from "../tickets/table.ts";

const ZONE = "America/Sao_Paulo";
const MINUTE = 60_000, DAY = 24 * 60 * MINUTE;
/** A Friday afternoon in the bakery. */
const NOW = Date.parse("2026-11-20T14:30:00-03:00");

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => {
  balcao = await aBalcao();
  // Logged in before the clock is stopped.
  await Promise.all(["ana@aurora.test", "nina@norte.test"].map((email) => balcao.logIn(email)));
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  balcao.aurora.write((db) => void seed(db));
});
afterAll(async () => {
  vi.useRealTimers();
  await balcao.close();
});
beforeEach(async () => {
  vi.useRealTimers();
  await balcao.logIn("ana@aurora.test");
  vi.setSystemTime(NOW);
});
afterEach(() => void vi.useRealTimers());

/** The same dice at every run. */
function dice(seed: number) {
  return () => {
    seed = seed * 1_664_525 + 1_013_904_223 >>> 0;
    return seed / 2 ** 32;
  };
}

/** Ninety days of a bakery: customers who come back, tickets of every kind, some without queue, attendant or rating. */
function seed(db: Parameters<typeof aTicket>[0]) {
  const roll = dice(7),
    upTo = (most: number) => Math.floor(roll() * most),
    maybe = <T>(value: T) => roll() < 0.8 ? value : null;
  const contacts = Array.from({ length: 60 }, () => aContact(db).id);
  for (let nth = 0; nth < 900; nth++) {
    const createdAt = NOW - upTo(90 * DAY);
    const queueId = maybe(1 + upTo(3)), userId = maybe(1 + upTo(3)), queuedAt = maybe(createdAt + upTo(MINUTE));
    const startedAt = userId && createdAt + upTo(90 * MINUTE), closedAt = createdAt + upTo(200 * MINUTE);
    const contactId = contacts[upTo(contacts.length)]!;
    const ticket = aTicket(db, {
      contactId,
      connectionId: null,
      status: nth % 30 ? "closed" : nth % 60 ? "pending" : "open",
      queueId,
      userId,
      isGroup: nth % 50 === 1,
      createdAt,
      queuedAt,
      startedAt,
      closedAt: nth % 30 ? closedAt : null,
    });
    if (ticket.status !== "closed" || closedAt > NOW) continue;
    db.insert(cycleTable).values({
      ticketId: ticket.id,
      contactId,
      connectionId: null,
      queueId,
      userId,
      begunAt: createdAt,
      queuedAt,
      startedAt: startedAt && Math.min(startedAt, closedAt),
      closedAt,
      rating: userId && maybe(1 + upTo(3)),
    }).run();
  }
}

async function ask(query = "", email = "ana@aurora.test"): Promise<Dashboard> {
  const { status, body } = await balcao.as(email)("GET", `/dashboard${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
}

async function allBehind(query: string): Promise<Service[]> {
  const found: Service[] = [];
  for (let page = 1;; page++) {
    const { body } = await balcao.as("ana@aurora.test")("GET", `/dashboard/tickets${query}&pageNumber=${page}`);
    found.push(...body.services);
    if (!body.hasMore) return found;
  }
}

/** The same numbers, computed in the plainest way from the rows as they are. */
function computed(from: string, to: string, { queueId, userId }: { queueId?: number; userId?: number } = {}) {
  const { read } = balcao.aurora;
  const inPlace = (row: { queueId: number | null; userId: number | null }) =>
    (queueId === undefined || (row.queueId ?? 0) === queueId) && (userId === undefined || (row.userId ?? 0) === userId);
  const isIn = (at: number) => dayIn(ZONE, new Date(at)) >= from && dayIn(ZONE, new Date(at)) <= to;
  const cycles = read.select().from(cycleTable).all().filter((row) => isIn(row.closedAt) && inPlace(row));
  const tickets = read.select().from(ticketTable).all();
  const average = (times: number[]) =>
    times.length ? Math.round(times.reduce((sum, time) => sum + time, 0) / times.length / MINUTE) : null;
  const support = (rows: typeof cycles) =>
    average(rows.flatMap(({ startedAt, closedAt }) => startedAt === null ? [] : closedAt - startedAt));
  const wait = (rows: typeof cycles) =>
    average(
      rows.flatMap(({ startedAt, queuedAt }) =>
        startedAt === null || queuedAt === null ? [] : Math.max(0, startedAt - queuedAt)
      ),
    );
  const isFirst = (ticket: typeof tickets[number]) =>
    !tickets.some((other) =>
      other.contactId === ticket.contactId &&
      (other.createdAt < ticket.createdAt || other.createdAt === ticket.createdAt && other.id < ticket.id)
    );
  return {
    counters: {
      supportPending: tickets.filter((ticket) => ticket.status === "pending" && inPlace(ticket)).length,
      supportHappening: tickets.filter((ticket) => ticket.status === "open" && inPlace(ticket)).length,
      supportFinished: cycles.length,
      leads: tickets.filter((ticket) => isIn(ticket.createdAt) && inPlace(ticket) && !ticket.isGroup && isFirst(ticket))
        .length,
      avgSupportTime: support(cycles),
      avgWaitTime: wait(cycles),
    },
    byUser: (id: number) => {
      const own = cycles.filter((row) => row.userId === id), rated = own.filter(({ rating }) => rating !== null);
      const rating = rated.length ? rated.reduce((sum, { rating }) => sum + rating!, 0) / rated.length : null;
      return {
        finished: own.length,
        avgSupportTime: support(own),
        ratings: rated.length,
        rating: rating && Math.round(rating * 10) / 10,
      };
    },
    byQueue: (id: number | null) => {
      const own = cycles.filter((row) => row.queueId === id);
      return { finished: own.length, avgSupportTime: support(own), avgWaitTime: wait(own) };
    },
    on: (day: string) => cycles.filter(({ closedAt }) => dayIn(ZONE, new Date(closedAt)) === day).length,
  };
}

describe("the numbers are those of the rows", () => {
  test.each([
    ["this month, when nothing is said", "", "2026-11-01", "2026-11-20", {}],
    ["the last 7 days", "?days=7", "2026-11-14", "2026-11-20", {}],
    ["the last 90 days", "?days=90", "2026-08-23", "2026-11-20", {}],
    ["from a day to a day", "?date_from=2026-10-05&date_to=2026-10-18", "2026-10-05", "2026-10-18", {}],
    ["one day", "?date_from=2026-11-03&date_to=2026-11-03", "2026-11-03", "2026-11-03", {}],
    [
      "until a day to come, which is until today",
      "?date_to=2026-12-24&date_from=2026-11-10",
      "2026-11-10",
      "2026-11-20",
      {},
    ],
    ["of a queue", "?days=60&queueId=2", "2026-09-22", "2026-11-20", { queueId: 2 }],
    ["without a queue", "?days=60&queueId=0", "2026-09-22", "2026-11-20", { queueId: 0 }],
    ["of an attendant", "?days=60&userId=3", "2026-09-22", "2026-11-20", { userId: 3 }],
    ["of nobody, in a queue", "?days=90&userId=0&queueId=1", "2026-08-23", "2026-11-20", { userId: 0, queueId: 1 }],
  ])("%s", async (_, query, from, to, place) => {
    const answer = await ask(query), naive = computed(from, to, place);
    expect([answer.from, answer.to]).toEqual([from, to]);
    expect(answer.counters).toEqual(naive.counters);
    for (const { id, name: _n, online: _o, ...figures } of answer.attendants) {
      expect(figures).toEqual(naive.byUser(id));
    }
    for (const { queue, pending: _p, happening: _h, ...figures } of answer.queues) {
      expect(figures, queue?.name).toEqual(naive.byQueue(queue?.id ?? null));
    }
    expect(answer.days.map(({ finished }) => finished)).toEqual(answer.days.map(({ date }) => naive.on(date)));
    expect(answer.days.reduce((sum, { finished }) => sum + finished, 0)).toBe(answer.counters.supportFinished);
  });

  test("the period before is as long, and ends at this hour of its last day", async () => {
    const { before, days } = await ask("?days=7");
    const at = (time: number) => time >= Date.parse("2026-11-07T00:00-03:00") && time < NOW - 7 * DAY;
    const cycles = balcao.aurora.read.select().from(cycleTable).all().filter(({ closedAt }) => at(closedAt));
    expect(before.supportFinished).toBe(cycles.length);
    expect(days.reduce((sum, { before }) => sum + before, 0)).toBe(cycles.length);
    expect((await ask("?date_from=2026-10-12&date_to=2026-10-18")).before).toEqual(
      (({ supportPending: _p, supportHappening: _h, ...outcome }) => outcome)(
        computed("2026-10-05", "2026-10-11").counters,
      ),
    );
  });

  test("today's tickets stand at the hour of the company's clocks", async () => {
    const { today } = await ask();
    expect(today.date).toBe("2026-11-20");
    const hours = Array<number>(24).fill(0);
    for (const { createdAt } of balcao.aurora.read.select().from(ticketTable).all()) {
      if (dayIn(ZONE, new Date(createdAt)) !== today.date) continue;
      hours[new Date(createdAt - 3 * 60 * MINUTE).getUTCHours()]! += 1;
    }
    expect(today.hours).toEqual(hours);
    expect(Math.max(...hours)).toBeGreaterThan(0);
  });
});

describe("behind every number stand its tickets", () => {
  const query = "?days=60&queueId=2";
  test.each(
    [
      ["pending", ({ counters }) => counters.supportPending],
      ["happening", ({ counters }) => counters.supportHappening],
      ["finished", ({ counters }) => counters.supportFinished],
      ["leads", ({ counters }) => counters.leads],
      ["rated", ({ attendants }) => attendants.reduce((sum, { ratings }) => sum + ratings, 0)],
      ["created", ({ today }) => today.hours.reduce((sum, hour) => sum + hour, 0)],
    ] as [string, (answer: Dashboard) => number][],
  )("%s", async (of, count) => {
    const answer = await ask(query), found = await allBehind(`${query}&of=${of}`);
    expect(found.length).toBe(count(answer));
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    expect(found.every(({ queue }) => queue?.id === 2)).toBe(true);
  });

  test("the averages are those of their tickets", async () => {
    const { counters } = await ask(query);
    const mean = (values: (number | null)[]) => values.reduce<number>((sum, one) => sum + one!, 0) / values.length;
    const support = (await allBehind(`${query}&of=support`)).map(({ support }) => support);
    const wait = (await allBehind(`${query}&of=wait`)).map(({ wait }) => wait);
    // Each of them is rounded to the minute.
    expect(Math.abs(mean(support) - counters.avgSupportTime!)).toBeLessThanOrEqual(1);
    expect(Math.abs(mean(wait) - counters.avgWaitTime!)).toBeLessThanOrEqual(1);
  });

  test("an hour of today holds the tickets that were created in it", async () => {
    const { today } = await ask();
    const hour = today.hours.findIndex((count) => count > 0);
    const found = await allBehind(`?of=created&hour=${hour}`);
    expect(found).toHaveLength(today.hours[hour]!);
    expect(found.every(({ begunAt }) => new Date(Date.parse(begunAt) - 3 * 60 * MINUTE).getUTCHours() === hour)).toBe(
      true,
    );
  });

  test("the spreadsheet has them all, on long pages", async () => {
    const { counters } = await ask("?days=90");
    const { body } = await balcao.as("ana@aurora.test")("GET", "/dashboard/export?days=90");
    expect([body.services.length, body.hasMore]).toEqual([counters.supportFinished, false]);
  });
});

describe("the company's clocks", () => {
  test.each([
    ["a minute before midnight is the day before", "2026-06-10T23:59:00-03:00", "2026-06-10"],
    ["midnight is the new day", "2026-06-11T00:00:00-03:00", "2026-06-11"],
    ["in UTC it would be tomorrow", "2026-06-12T22:30:00-03:00", "2026-06-12"],
  ])("%s", async (_, at, day) => {
    const closedAt = Date.parse(at);
    const id = balcao.aurora.write((db) => {
      const ticket = aTicket(db, { status: "closed", connectionId: null, closedAt, createdAt: closedAt - MINUTE });
      const { contactId } = ticket;
      const cycle = { ticketId: ticket.id, contactId, begunAt: closedAt - MINUTE, closedAt };
      return db.insert(cycleTable).values(cycle).returning().get().id;
    });
    const found = await allBehind(`?date_from=${day}&date_to=${day}&of=finished`);
    expect(found.map((service) => service.id)).toEqual([id]);
  });
});

describe("what is refused", () => {
  test.each([
    ["a day that does not exist", "?date_from=2026-02-30", { date_from: "invalid" }],
    ["an end before the start", "?date_from=2026-11-10&date_to=2026-11-09", { date_to: "invalid" }],
    ["more than two years", "?date_from=2020-01-01", { date_to: "invalid" }],
    ["too many days", "?days=5000", { days: "invalid" }],
    ["words for days", "?days=sete", { days: "invalid" }],
  ])("%s", async (_, query, fields) => {
    expect(await balcao.as("ana@aurora.test")("GET", `/dashboard${query}`)).toMatchObject({
      status: 400,
      body: { error: "ERR_INVALID_INPUT", fields },
    });
  });
});

test("attendants see no dashboard, and another company sees nothing of ours", async () => {
  vi.useRealTimers();
  await balcao.logIn("bruno@aurora.test");
  await balcao.logIn("nina@norte.test");
  for (const path of ["/dashboard", "/dashboard/tickets?of=finished", "/dashboard/export"]) {
    expect((await balcao.as("bruno@aurora.test")("GET", path)).status, path).toBe(403);
  }
  const { counters, attendants, queues } = await ask("?days=90", "nina@norte.test");
  expect(counters).toEqual({
    supportPending: 0,
    supportHappening: 0,
    supportFinished: 0,
    leads: 0,
    avgSupportTime: null,
    avgWaitTime: null,
  });
  expect(attendants.map(({ name }) => name)).toEqual(["Nina Prates", "Otto Brandt"]);
  expect(queues.map(({ queue }) => queue?.name)).toEqual(["Oficina"]);
});

test("what is behind a number is sorted by any column; what a row has none of stands last", async () => {
  const usual = await allBehind("?of=finished&days=90");
  for (const  of of["support", "wait", "rating"] as const) {
    const up = (await allBehind(`?of=finished&days=90&sort=${of}`)).map((one) => one[of]);
    const down = (await allBehind(`?of=finished&days=90&sort=${of}&order=desc`)).map((one) => one[of]);
    const known = usual.map((one) => one[of]).filter((value) => value !== null).toSorted((a, b) => a - b);
    const none = usual.map((one) => one[of]).filter((value) => value === null);
    expect([up, down], of).toEqual([[...known, ...none], [...known.toReversed(), ...none]]);
  }
  const names = (await allBehind("?of=finished&days=90&sort=contact")).map(({ contact }) => contact.name);
  expect(names).toEqual(names.toSorted(new Intl.Collator("pt").compare));
  const oldest = await allBehind("?of=finished&days=90&sort=when");
  expect(oldest.map(({ closedAt }) => closedAt)).toEqual(usual.map(({ closedAt }) => closedAt).toReversed());
  for (const  of of["pending", "happening", "leads", "created"]) {
    for (const sort of SERVICE_SORTS) {
      const sorted = await allBehind(`?of=${of}&days=90&sort=${sort}`);
      const ids = (found: Service[]) => found.map(({ id }) => id).toSorted((a, b) => a - b);
      expect(ids(sorted), `${of} by ${sort}`).toEqual(ids(await allBehind(`?of=${of}&days=90`)));
    }
  }
});

test("who is there is shown as present", async () => {
  balcao.listenAs(balcao.aurora, "Carla");
  const { attendants } = await ask();
  expect(attendants.filter(({ online }) => online).map(({ name }) => name)).toEqual(["Carla Nogueira"]);
});

test("while years are added up, others have their turn", async () => {
  let turns = 0, isDone = false;
  const asked = ask("?days=732").finally(() => isDone = true);
  while (!isDone) {
    turns++;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await asked;
  // Two periods of 24 months, each read three times.
  expect(turns).toBeGreaterThan(6 * 24);
});

test("months of services are added up from an index alone", () => {
  const plan = (query: SQL) => queryPlan(balcao.aurora, query).join("\n");
  expect(plan(sql`select count(*), total(closed_at - started_at), total(started_at - queued_at), total(rating)
    from json_each('[[1,2]]') span cross join service_cycles
    where closed_at >= span.value ->> 0 and closed_at < span.value ->> 1 and (1 is null or ifnull(queue_id, 0) = 1)
    group by span.key`)).toMatch(/SEARCH service_cycles USING COVERING INDEX service_cycles_closed/);
  expect(plan(sql`select queue_id, status, count(*) from tickets where status <> 'closed' group by queue_id, status`))
    .toMatch(/one_ticket_in_progress|tickets_of_queue/);
});
