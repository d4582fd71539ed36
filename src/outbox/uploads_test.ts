import { afterEach, beforeEach, expect, test } from "vitest";
import { storedBytes } from "../companies/limits.ts";
import { setLimit } from "../testing/plans.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import type { TicketRow } from "../tickets/table.ts";

const ENCOMENDAS = 1, ATACADO = 3, BRUNO = 2;
let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeEach(async () => void (balcao = await aBalcao()));
afterEach(async () => await balcao.close());

const aTicketOf = (is: Partial<TicketRow>) => balcao.aurora.write((db) => aTicket(db, is)).id;
const bruno = (method: string, path: string, body?: unknown) => balcao.as("bruno@aurora.test")(method, path, body);
const ana = (method: string, path: string, body?: unknown) => balcao.as("ana@aurora.test")(method, path, body);
const stored = () => [...Deno.readDirSync(`${balcao.aurora.folder}/media`)].length;

function aForm(...sizes: number[]): FormData {
  const form = new FormData();
  form.append("body", "Segue");
  for (const size of sizes) form.append("medias", new File([new Uint8Array(size)], "x.bin"));
  return form;
}

/** Sends a long file bit by bit, and says how many files lay on the disk while it came. */
async function sendSlowly(path: string, headers: Record<string, string> = {}) {
  const token = await balcao.logIn("bruno@aurora.test");
  let most = 0;
  async function* parts() {
    yield new TextEncoder().encode('--b\r\nContent-Disposition: form-data; name="medias"; filename="a.bin"\r\n\r\n');
    for (let nth = 0; nth < 20; nth++) {
      yield new Uint8Array(100_000);
      await new Promise((resolve) => setTimeout(resolve));
      most = Math.max(most, stored());
    }
    yield new TextEncoder().encode("\r\n--b--\r\n");
  }
  const answer = await balcao.app.request(`/api${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=b", ...headers },
    body: ReadableStream.from(parts()),
    duplex: "half",
  } as RequestInit);
  return { status: answer.status, error: (await answer.json()).error, most };
}

test("a file for a ticket that one may not write to is refused before a byte of it is stored", async () => {
  const of = (is: Partial<TicketRow>) => `/messages/${aTicketOf(is)}`;
  const cases = [
    [of({ queueId: ATACADO, status: "open" }), 403, "ERR_NO_PERMISSION"],
    [of({ queueId: ENCOMENDAS, status: "pending" }), 409, "ERR_TICKET_NOT_OPEN"],
    ["/messages/999999", 404, "ERR_NO_TICKET_FOUND"],
    ["/queue-options/1/file", 403, "ERR_NO_PERMISSION"],
  ] as const;
  for (const [path, status, error] of cases) expect(await sendSlowly(path)).toEqual({ status, error, most: 0 });
  const own = of({ queueId: ENCOMENDAS, status: "open", userId: BRUNO });
  expect(await sendSlowly(own, { "content-length": "3000000000" })).toEqual({
    status: 413,
    error: "ERR_BODY_TOO_LARGE",
    most: 0,
  });
  expect(await sendSlowly(own)).toMatchObject({ status: 200, most: 1 });
  expect((await ana("POST", "/queue-options/99/file", aForm(1))).body.error).toBe("ERR_NO_QUEUE_OPTION_FOUND");
});

test("a company keeps no more than its limit: what is announced, what comes unannounced, and what is forwarded", async () => {
  const { tenants, aurora } = balcao;
  const own = `/messages/${aTicketOf({ queueId: ENCOMENDAS, status: "open", userId: BRUNO })}`;
  setLimit(tenants, aurora.id, "storage", 5000);
  const full = { status: 409, body: { error: "ERR_STORAGE_LIMIT" } };
  const { status, body: [first] } = await bruno("POST", own, aForm(3000));
  expect([status, storedBytes(aurora.read)]).toEqual([200, 3000]);
  expect(await bruno("POST", own, aForm(1000, 1001))).toMatchObject(full);
  expect(stored()).toBe(1);
  expect(await sendSlowly(own, { "content-length": "2000200" })).toEqual({
    status: 409,
    error: "ERR_STORAGE_LIMIT",
    most: 1,
  });
  expect(await sendSlowly(own)).toMatchObject({ status: 409, error: "ERR_STORAGE_LIMIT" });
  expect(stored()).toBe(1);
  expect(await bruno("POST", `/messages/${first.id}/forward`, { contactIds: [first.contactId] })).toMatchObject(full);
  // A text takes no room, and another company has its own.
  expect((await bruno("POST", own, { body: "Olá" })).status).toBe(200);
  expect((await bruno("POST", own, aForm(2000))).status).toBe(200);
  expect(storedBytes(aurora.read)).toBe(5000);
  // What is deleted makes room.
  expect((await ana("DELETE", own.replace("messages", "tickets"))).status).toBe(200);
  expect(storedBytes(aurora.read)).toBe(0);
  setLimit(tenants, aurora.id, "storage", null);
  expect(storedBytes(balcao.norte.read)).toBe(0);
});
