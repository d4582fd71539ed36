import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyTable } from "../companies/table.ts";
import { connectionRows } from "../connections/connections.ts";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { messageTable } from "../messages/table.ts";
import { WHEN_OVERDUE } from "../contract/events.ts";
import { dayAfter, dayIn } from "../shared/clock.ts";
import { until } from "../testing/fixtures.ts";
import { aRoad, AURORA_PHONE, type Road } from "../testing/road.ts";

let road: Road;
beforeAll(async () => void (road = await aRoad()));
afterAll(async () => await road.stop());

const bodies = () => road.aurora.read.select().from(messageTable).all().map(({ body }) => body);
const line = () => connectionRows(road.aurora.read)[0]!.status;
const change = (is: object) =>
  road.server.tenants.provider.write((db) => void db.update(companyTable).set(is).where(eq(companyTable.id, 2)).run());

test("a suspended company's line is closed; what was written to it comes when it is opened again", async () => {
  const sue = road.as("super"), joana = road.customer();
  const { body: plan } = await sue("POST", "/plans", { name: "Básico", value: 10 });
  const form = { name: "Padaria Aurora", email: "contato@aurora.test", planId: plan.id };
  expect((await sue("PUT", "/companies/2", { ...form, status: false })).status).toBe(200);
  expect(line()).toBe("DISCONNECTED");
  joana.write(AURORA_PHONE, "Vocês abrem hoje?");
  await sue("PUT", "/companies/2", { ...form, status: true });
  await until(() => line() === "CONNECTED");
  await until(() => bodies().includes("Vocês abrem hoje?"));
});

test("a company that has not paid still gets its messages; its screens hear of nothing but bills", async () => {
  const post = { method: "POST", headers: { "content-type": "application/json" } };
  change({ dueDate: dayAfter(dayIn("America/Sao_Paulo", new Date()), -1) });
  const login = await fetch(`${road.server.address}/api/auth/login`, {
    ...post,
    body: JSON.stringify({ email: "ana@aurora.test", password: DEMO_PASSWORD }),
  });
  const { detail: { token } } = await login.json();
  const socket = new WebSocket(`${road.server.address.replace("http", "ws")}/api/events`);
  const frames: { say: string; name?: string }[] = [];
  socket.onmessage = ({ data }) => void frames.push(JSON.parse(data));
  socket.onopen = () => socket.send(JSON.stringify({ say: "hello", token }));
  await until(() => frames.some(({ say }) => say === "welcome"));
  const joana = road.customer();
  joana.write(AURORA_PHONE, "Quero um bolo");
  await until(() => bodies().includes("Quero um bolo"));
  road.aurora.hub.publish("company", { action: "update", record: {} as never });
  await until(() => frames.some(({ name }) => name === "company-2-company"));
  const names = frames.flatMap(({ name }) => name ? [name.replace("company-2-", "")] : []);
  expect(names.filter((name) => !WHEN_OVERDUE.has(name))).toEqual([]);
  // Who has another screen open, from before, is let go.
  change({ dueDate: null });
  socket.close();
});
