import { afterEach, beforeEach, expect, test } from "vitest";
import { aTicket } from "../testing.ts";
import { anOffice } from "../testing.ts";
import { newWid } from "../outbox/enqueue.ts";
import { newMediaName } from "../platform/media.ts";
import { mediaAddress } from "./media_address.ts";
import { recordMessage } from "./record.ts";

const ENCOMENDAS = 1, ATACADO = 3;
let office: Awaited<ReturnType<typeof anOffice>>;
beforeEach(async () => void (office = await anOffice()));
afterEach(async () => await office.close());

/** A film that a customer of a queue sent; returns its message's id. */
function aFilm(queueId: number, state: "ready" | "waiting" = "ready"): number {
  const { aurora } = office;
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
    expect(await office.as(who)("GET", `/media/${id}`), String(who)).toMatchObject({
      status,
      body: error ? { error } : "0123456789",
    });
    if (!who) continue;
    const address = await office.as(who)("GET", `/messages/${id}/media-address`);
    expect(address.status, String(who)).toBe(status);
  }
});

test("a signed address needs no token, serves ranges, and is good for one file and a short while", async () => {
  const id = aFilm(ENCOMENDAS), nobody = office.as(undefined);
  const { body: { url } } = await office.as("bruno@aurora.test")("GET", `/messages/${id}/media-address`);
  const path = url.replace(/^\/api/, "");
  expect((await nobody("GET", path)).body).toBe("0123456789");
  const part = await office.send(undefined, "GET", path, undefined, { range: "bytes=2-4" });
  expect([part.status, part.body]).toEqual([206, "234"]);
  expect((await office.send(undefined, "HEAD", path)).headers.get("content-length")).toBe("10");
  expect(part.headers.get("content-security-policy")).toContain("default-src 'none'");

  const bent = path.slice(0, -3) + (path.endsWith("AAA") ? "BBB" : "AAA");
  const { keys } = office.tenants;
  const ofNorte = await mediaAddress(keys, office.norte.id, id, new Date());
  const old = await mediaAddress(keys, office.aurora.id, id, new Date(Date.now() - 3_600_000));
  const refused = [
    [bent, 401],
    ["/media/signed/x.y.z", 401],
    [`/media/signed/${await office.logIn("ana@aurora.test")}`, 401],
    [old.replace(/^\/api/, ""), 401],
    [ofNorte.replace(/^\/api/, ""), 404],
  ] as const;
  for (const [bad, status] of refused) expect((await nobody("GET", bad)).status, bad).toBe(status);
  const asToken = path.split("/").at(-1);
  expect((await office.send(asToken, "GET", "/auth/me")).status).toBe(401);
});

test("a file that is not there yet is said to be missing", async () => {
  const id = aFilm(ENCOMENDAS, "waiting");
  const missing = { status: 404, body: { error: "ERR_WAPP_DOWNLOAD_MEDIA" } };
  expect(await office.as("ana@aurora.test")("GET", `/media/${id}`)).toMatchObject(missing);
  expect(await office.as("ana@aurora.test")("GET", `/messages/${id}/media-address`)).toMatchObject(missing);
});
