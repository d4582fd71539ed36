import { Buffer } from "node:buffer";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DEMO_PASSWORD } from "../demo/seed.ts";
import { aBalcao } from "../testing/fixtures.ts";
import { passkeyTable } from "./table.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => void (balcao = await aBalcao()));
afterAll(async () => await balcao.close());

const HOST = "desk.example", ORIGIN = `https://${HOST}`;
const REFUSED = { status: 403, body: { error: "ERR_PASSKEY_REFUSED" } };
const ask = async () =>
  (await balcao.send(undefined, "POST", "/auth/passkeys/ask", {}, { host: HOST })).body as {
    options: { challenge: string; rpId: string };
    ticket: string;
  };
const answer = (ticket: string, response: object) =>
  balcao.send(undefined, "POST", "/auth/passkeys/login", { ticket, response }, { host: HOST });

/** Bruno's key, as if his device had made it, and what the device says to a challenge (WebAuthn §6.3.3). */
function aDevice() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = publicKey.export({ format: "jwk" });
  const [X, Y] = [x!, y!].map((part) => Buffer.from(part, "base64url"));
  // COSE_Key (RFC 9053 §7.1): EC2, ES256, P-256, x, y.
  const cose = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    X!,
    Buffer.from("225820", "hex"),
    Y!,
  ]);
  const id = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");
  const row = { id, companyId: balcao.aurora.id, userId: 2, publicKey: cose, counter: 0, transports: [], name: "" };
  balcao.tenants.provider.write((db) => void db.insert(passkeyTable).values({ ...row, since: 0 }).run());
  let counter = 0;
  function say(challenge: string, { origin = ORIGIN, host = HOST, flags = 0x05, count = ++counter } = {}) {
    const client = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge, origin, crossOrigin: false }));
    const sha = (data: Uint8Array | string) => createHash("sha256").update(data).digest();
    const tail = Buffer.alloc(5);
    tail[0] = flags;
    tail.writeUInt32BE(count, 1);
    const data = Buffer.concat([sha(host), tail]);
    const signature = sign("sha256", Buffer.concat([data, sha(client)]), privateKey);
    const text = (bytes: Buffer) => bytes.toString("base64url");
    const response = { clientDataJSON: text(client), authenticatorData: text(data), signature: text(signature) };
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }
  return { id, say };
}

test("a device that recognized Bruno lets him in, without password and code; the same answer lets nobody in again", async () => {
  const { say } = aDevice(), { ticket, options } = await ask();
  expect(options.rpId).toBe(HOST);
  const said = say(options.challenge);
  const entered = await answer(ticket, said);
  expect([entered.status, entered.body]).toMatchObject([200, { user: { id: 2, companyId: balcao.aurora.id } }]);
  expect((await balcao.send(entered.body.token, "GET", "/tickets")).status).toBe(200);
  expect(await answer(ticket, said)).toMatchObject(REFUSED);
  expect(await answer((await ask()).ticket, said)).toMatchObject(REFUSED);
});

test.each([
  ["another page's answer", { origin: "https://evil.example" }],
  ["an answer for another host", { host: "evil.example" }],
  ["a device that asked for no finger and no PIN", { flags: 0x01 }],
  ["a device that nobody touched", { flags: 0x04 }],
])("%s is refused", async (_, is) => {
  const { say } = aDevice(), { ticket, options } = await ask();
  expect(await answer(ticket, say(options.challenge, is))).toMatchObject(REFUSED);
});

test("a copied device is refused, and so are a late answer, a foreign key and nonsense", async () => {
  const { say } = aDevice();
  const first = await ask();
  expect((await answer(first.ticket, say(first.options.challenge, { count: 7 }))).status).toBe(200);
  const second = await ask();
  expect(await answer(second.ticket, say(second.options.challenge, { count: 7 }))).toMatchObject(REFUSED);
  const other = { ...say("x"), id: "AAAA", rawId: "AAAA" };
  expect(await answer((await ask()).ticket, other)).toMatchObject(REFUSED);
  expect(await answer((await ask()).ticket, {})).toMatchObject(REFUSED);
  expect(await answer("", say("x"))).toMatchObject(REFUSED);
  const late = await ask();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * 60_000 });
  expect(await answer(late.ticket, say(late.options.challenge, { count: 8 }))).toMatchObject(REFUSED);
  vi.useRealTimers();
});

test("a passkey is added with the password, and only its person removes it, with the password too", async () => {
  const bruno = balcao.as("bruno@aurora.test"), { id } = aDevice();
  expect((await bruno("POST", "/auth/passkeys/begin", { currentPassword: "not it" })).body.fields).toEqual({
    currentPassword: "wrong",
  });
  const { body } = await bruno("POST", "/auth/passkeys/begin", { currentPassword: DEMO_PASSWORD });
  expect(body.options).toMatchObject({ authenticatorSelection: { userVerification: "required" } });
  expect(body.options.excludeCredentials.map((each: { id: string }) => each.id)).toContain(id);
  expect(JSON.stringify(body.options.user)).not.toContain("2.2");
  const add = (who: typeof bruno) => who("POST", "/auth/passkeys", { ticket: body.ticket, response: {} });
  expect(await add(balcao.as("carla@aurora.test"))).toMatchObject(REFUSED);
  expect(await add(bruno)).toMatchObject(REFUSED);
  const keys = async () =>
    (await bruno("GET", "/auth/security")).body.passkeys.map(({ key }: { key: string }) => key) as string[];
  const remove = (who: typeof bruno, currentPassword: string) =>
    who("POST", `/auth/passkeys/${id}/remove`, { currentPassword });
  await remove(balcao.as("carla@aurora.test"), DEMO_PASSWORD);
  expect((await remove(bruno, "not it")).body.fields).toEqual({ currentPassword: "wrong" });
  expect(await keys()).toContain(id);
  await remove(bruno, DEMO_PASSWORD);
  expect(await keys()).not.toContain(id);
});
