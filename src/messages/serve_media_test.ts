import { afterEach, beforeEach, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { readAccessToken } from "../access/tokens.ts";
import { companyTable } from "../companies/table.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { ticketTable } from "../tickets/table.ts";
import { newWid } from "../outbox/enqueue.ts";
import { newMediaName } from "../platform/media.ts";
import { mediaAddress } from "./media_address.ts";
import { recordMessage } from "./record.ts";

const ENCOMENDAS = 1, ATACADO = 3;
let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeEach(async () => void (balcao = await aBalcao()));
afterEach(async () => await balcao.close());

/** A film that a customer of a queue sent; returns its message's id. */
function aFilm(queueId: number, state: "ready" | "waiting" = "ready"): number {
  const { aurora } = balcao;
  const file = newMediaName();
  Deno.writeTextFileSync(`${aurora.folder}/media/${file}`, "0123456789");
  return aurora.write((db) => {
    const { id: ticketId, contactId } = aTicket(db, { queueId });
    const message = { ticketId, contactId, chat: "x", wid: newWid(), fromMe: false, body: "", kind: "video" } as const;
    const media = {
      state,
      file: state === "ready" ? file : null,
      name: "filme.mp4",
      mimetype: "video/mp4",
      dueAt: null,
    };
    return recordMessage(db, {
      ...message,
      createdAt: Date.now(),
      media: { ...media, size: 10, width: 0, height: 0, seconds: 3 },
    })!.id;
  });
}

test("a file is served to those who may see its ticket, and to nobody else", async () => {
  const id = aFilm(ATACADO);
  const cases = [
    ["ana@aurora.test", 200, undefined],
    ["carla@aurora.test", 200, undefined],
    ["bruno@aurora.test", 403, "ERR_NO_PERMISSION"],
    ["nina@norte.test", 404, "ERR_NO_MESSAGE_FOUND"],
    [undefined, 401, "ERR_SESSION_EXPIRED"],
  ] as const;
  for (const [who, status, error] of cases) {
    expect(await balcao.as(who)("GET", `/media/${id}`), String(who)).toMatchObject({
      status,
      body: error ? { error } : "0123456789",
    });
    if (!who) continue;
    const address = await balcao.as(who)("GET", `/messages/${id}/media-address`);
    expect(address.status, String(who)).toBe(status);
  }
});

/** What an address for a file stands on when somebody asks for it. */
async function rightOf(email: string, messageId: number) {
  const token = await balcao.logIn(email);
  const { sid: sessionId, uid: userId, cid: companyId } = await readAccessToken(balcao.tenants.keys, token);
  return { companyId, userId, sessionId, messageId };
}

test("a signed address needs no token, serves ranges, and is good for one file and a short while", async () => {
  const id = aFilm(ENCOMENDAS), nobody = balcao.as(undefined);
  const { body: { url } } = await balcao.as("bruno@aurora.test")("GET", `/messages/${id}/media-address`);
  const path = url.replace(/^\/api/, "");
  expect((await nobody("GET", path)).body).toBe("0123456789");
  const part = await balcao.send(undefined, "GET", path, undefined, { range: "bytes=2-4" });
  expect([part.status, part.body]).toEqual([206, "234"]);
  expect((await balcao.send(undefined, "HEAD", path)).headers.get("content-length")).toBe("10");
  expect(part.headers.get("content-security-policy")).toContain("default-src 'none'");

  const bent = path.slice(0, -3) + (path.endsWith("AAA") ? "BBB" : "AAA");
  const { keys } = balcao.tenants;
  const right = await rightOf("bruno@aurora.test", id);
  const ofNorte = await mediaAddress(keys, { ...await rightOf("nina@norte.test", id), messageId: id }, new Date());
  const forged = await mediaAddress(keys, { ...right, companyId: balcao.norte.id }, new Date());
  const old = await mediaAddress(keys, right, new Date(Date.now() - 3_600_000));
  const refused = [
    [bent, 401],
    ["/media/signed/x.y.z", 401],
    [`/media/signed/${await balcao.logIn("ana@aurora.test")}`, 401],
    [old.replace(/^\/api/, ""), 401],
    [ofNorte.replace(/^\/api/, ""), 404],
    [forged.replace(/^\/api/, ""), 401],
  ] as const;
  for (const [bad, status] of refused) expect((await nobody("GET", bad)).status, bad).toBe(status);
  const asToken = path.split("/").at(-1);
  expect((await balcao.send(asToken, "GET", "/auth/me")).status).toBe(401);
});

test("a file that is not there yet is said to be missing", async () => {
  const id = aFilm(ENCOMENDAS, "waiting");
  const missing = { status: 404, body: { error: "ERR_WAPP_DOWNLOAD_MEDIA" } };
  expect(await balcao.as("ana@aurora.test")("GET", `/media/${id}`)).toMatchObject(missing);
  expect(await balcao.as("ana@aurora.test")("GET", `/messages/${id}/media-address`)).toMatchObject(missing);
});

test("a signed address dies with the right that gave it", async () => {
  const { aurora, tenants } = balcao;
  const id = aFilm(ENCOMENDAS), bruno = "bruno@aurora.test";
  const addressOf = async () => {
    await balcao.logIn(bruno);
    return (await balcao.as(bruno)("GET", `/messages/${id}/media-address`)).body.url.replace(/^\/api/, "");
  };
  const answer = async (address: string) => (await balcao.send(undefined, "GET", address)).status;
  const moveTo = (queueId: number) =>
    aurora.write((db) => void db.update(ticketTable).set({ queueId }).where(eq(ticketTable.id, 1)).run());
  const pay = (dueDate: string | null) =>
    tenants.provider.write((db) =>
      void db.update(companyTable).set({ dueDate }).where(eq(companyTable.id, aurora.id)).run()
    );

  const address = await addressOf();
  expect(await answer(address)).toBe(200);
  moveTo(ATACADO);
  expect(await answer(address)).toBe(403);
  moveTo(ENCOMENDAS);
  pay("2020-01-01");
  expect(await answer(address)).toBe(402);
  pay(null);
  expect(await answer(address)).toBe(200);
  await balcao.as(bruno)("DELETE", "/auth/logout");
  expect(await answer(address)).toBe(401);
  const ofThief = await addressOf();
  await balcao.logIn(bruno);
  expect(await answer(ofThief)).toBe(401);
  const last = await addressOf();
  expect((await balcao.as("ana@aurora.test")("DELETE", "/users/2")).status).toBe(200);
  expect(await answer(last)).toBe(401);
});
