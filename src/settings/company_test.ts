import { expect, test } from "vitest";
import { DEFAULT_SCHEDULES } from "../shared/week.ts";
import { aBalcaoWithCallers } from "../testing/callers.ts";

const { balcao, ana, bruno, nina } = await aBalcaoWithCallers();

const own = () => `/companies/${balcao.aurora.id}`;

test("a company is open always until somebody sets its hours; then they are kept as they were set", async () => {
  expect((await bruno("GET", own())).body).toMatchObject({ name: "Padaria Aurora", schedules: [] });
  const emitted = balcao.listenAs(balcao.aurora, "Carla");
  const schedules = [...DEFAULT_SCHEDULES, { ...DEFAULT_SCHEDULES[0]!, startTime: "19:00", endTime: "02:00" }];
  expect((await ana("PUT", `${own()}/schedules`, { schedules })).body).toMatchObject({ schedules });
  expect((await bruno("GET", own())).body.schedules).toEqual(schedules);
  expect(emitted.at(-1)).toMatchObject({ name: "company", payload: { record: { schedules } } });
});

test.each([
  ["a time that no clock shows", { startTime: "24:00" }],
  ["a time with three digits", { endTime: "8:00" }],
  ["an eighth day", { weekdayEn: "someday" }],
])("%s is refused", async (_, part) => {
  const schedules = [{ ...DEFAULT_SCHEDULES[0], ...part }];
  expect((await ana("PUT", `${own()}/schedules`, { schedules })).status).toBe(400);
});

test("the clocks of the company are those of its time zone", async () => {
  expect((await ana("PUT", `${own()}/time-zone`, { timeZone: "America/Manaus" })).body).toMatchObject({
    timeZone: "America/Manaus",
  });
  expect((await bruno("GET", "/auth/me")).body.company.timeZone).toBe("America/Manaus");
  const { body } = await ana("PUT", `${own()}/time-zone`, { timeZone: "america/new_york" });
  expect(body.timeZone).toBe("America/New_York");
  for (const timeZone of ["Mars/Olympus", "+03:00", "", "x".repeat(61)]) {
    expect((await ana("PUT", `${own()}/time-zone`, { timeZone })).status).toBe(400);
  }
  await ana("PUT", `${own()}/time-zone`, { timeZone: "America/Sao_Paulo" });
});

test("of two who choose a time zone at once, the second is refused and learns which one it is now", async () => {
  const choose = (timeZone: string, was?: string) => ana("PUT", `${own()}/time-zone`, { timeZone, was });
  expect((await choose("America/Manaus", "America/Sao_Paulo")).status).toBe(200);
  const { status, body } = await choose("America/Bahia", "America/Sao_Paulo");
  expect([status, body.error, body.detail]).toEqual([409, "ERR_CHANGED_MEANWHILE", {
    record: expect.objectContaining({ timeZone: "America/Manaus" }),
    changedAt: null,
    changedBy: null,
  }]);
  expect((await bruno("GET", own())).body.timeZone).toBe("America/Manaus");
  // By an older name it is the same one.
  expect((await choose("America/Sao_Paulo", "Brazil/West")).body.timeZone).toBe("America/Sao_Paulo");
});

test("another company's hours are neither read nor set, and plain users set none", async () => {
  for (const [method, path, body] of [["GET", own()], ["PUT", `${own()}/schedules`, { schedules: [] }]] as const) {
    expect((await nina(method, path, body)).body.error).toBe("ERR_NO_COMPANY_FOUND");
  }
  expect((await bruno("PUT", `${own()}/schedules`, { schedules: [] })).status).toBe(403);
});

test("a holiday is added, moved and removed; there is one for each day, and each company has its own", async () => {
  const emitted = balcao.listenAs(balcao.aurora, "Bruno");
  const { body: eve } = await ana("POST", "/holidays", { date: "2026-12-24", name: "Véspera de Natal" });
  expect((await bruno("GET", "/holidays")).body).toEqual([eve]);
  expect((await nina("GET", "/holidays")).body).toEqual([]);
  const again = await ana("POST", "/holidays", { date: "2026-12-24", name: "Outra vez" });
  expect([again.status, again.body.fields]).toEqual([409, { date: "taken" }]);
  expect((await ana("PUT", `/holidays/${eve.id}`, { date: "2026-12-31", name: "Réveillon" })).status).toBe(200);
  expect((await nina("DELETE", `/holidays/${eve.id}`)).body.error).toBe("ERR_NO_HOLIDAY_FOUND");
  expect((await bruno("DELETE", `/holidays/${eve.id}`)).status).toBe(403);
  expect((await ana("DELETE", `/holidays/${eve.id}`)).status).toBe(200);
  expect((await bruno("GET", "/holidays")).body).toEqual([]);
  expect(emitted.map(({ payload }) => (payload as { action: string }).action)).toEqual(["create", "update", "delete"]);
});

test.each(["2026-02-30", "24/12/2026", ""])("%s is no day", async (date) => {
  expect((await ana("POST", "/holidays", { date, name: "Feriado" })).body.fields).toMatchObject({ date: "invalid" });
});
