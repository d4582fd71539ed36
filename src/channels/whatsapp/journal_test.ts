import { Buffer } from "node:buffer";
import { initAuthCreds, type SignalRepositoryWithLIDStore } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addConnection } from "../../connections/connections.ts";
import type { Company } from "../../platform/company.ts";
import { aBalcao } from "../../testing/fixtures.ts";
import { openAuth } from "./auth_state.ts";
import { journalledRepository, noteStanza, type Stanzas } from "./journal.ts";
import { quietLogger } from "./quiet_logger.ts";

const connections = new Map<Company, number>();
let balcao: Awaited<ReturnType<typeof aBalcao>>;
beforeAll(async () => {
  balcao = await aBalcao();
  connections.set(balcao.aurora, 1);
  connections.set(
    balcao.norte,
    balcao.norte.write((db) => addConnection(db, { name: "Oficina", isDefault: true }, 1)).id,
  );
});
afterAll(async () => await balcao.close());

type AskNetwork = (jids: string[]) => Promise<{ pn: string; lid: string }[]>;

/** An account's encryption, on a line that answers whose number belongs to which LID as `ask` does. */
function anAccount(company: Company, ask: AskNetwork): SignalRepositoryWithLIDStore {
  return aListening(company, ask).account;
}

/** The same, with what it has decrypted. */
function aListening(company: Company, ask: AskNetwork) {
  const connectionId = connections.get(company)!;
  const { state: { creds, keys }, turns } = openAuth(company, balcao.tenants.keys, connectionId, () => {});
  const stanzas: Stanzas = new WeakMap(), handled: string[] = [];
  const build = journalledRepository({
    company,
    connectionId,
    turns,
    stanzas,
    onDecrypted: () => {},
    onPlain: (_, plain) => handled.push(Buffer.from(plain).toString()) > 0,
  });
  const account = build(
    { creds, keys: keys as never },
    quietLogger({ company: company.id, connection: connectionId }) as never,
    ask,
  );
  return { account, creds, turns, stanzas, handled };
}

/** What a stranger shows of their keys, so that they can be written to first. */
function aBundle() {
  const { signedIdentityKey, signedPreKey, registrationId } = initAuthCreds();
  const shown = (key: Uint8Array) => Buffer.concat([Buffer.from([5]), key]);
  return {
    registrationId,
    identityKey: shown(signedIdentityKey.public),
    signedPreKey: {
      keyId: signedPreKey.keyId,
      publicKey: shown(signedPreKey.keyPair.public),
      signature: signedPreKey.signature,
    },
    preKey: { keyId: 1, publicKey: shown(initAuthCreds().signedIdentityKey.public) },
  };
}

const JOANA = "5511900000001@s.whatsapp.net", RUI = "5511900000002@s.whatsapp.net", RUIS_LID = "9002@lid";

test("a line that does not answer holds up no work on sessions, its own or another company's", async () => {
  const aurora = anAccount(balcao.aurora, () => new Promise(() => {}));
  const norte = anAccount(balcao.norte, () => Promise.resolve([]));
  await aurora.injectE2ESession({ jid: JOANA, session: aBundle() as never });
  expect(await aurora.encryptMessage({ jid: JOANA, data: Buffer.from("um") })).toMatchObject({ type: "pkmsg" });
  await norte.injectE2ESession({ jid: JOANA, session: aBundle() as never });
  expect(await norte.encryptMessage({ jid: JOANA, data: Buffer.from("dois") })).toMatchObject({ type: "pkmsg" });
});

test("a number's LID that the network tells while a message to it is encrypted stops nothing", async () => {
  const asked = Promise.withResolvers<{ pn: string; lid: string }[]>();
  const norte = anAccount(balcao.norte, () => asked.promise);
  await norte.injectE2ESession({ jid: RUIS_LID, session: aBundle() as never });
  const lookUps = vi.spyOn(norte.lidMapping, "getLIDForPN");
  const emitted = norte.lidMapping.getLIDForPN(RUI);
  const encrypted = norte.encryptMessage({ jid: RUI, data: Buffer.from("um") });
  await expect.poll(() => lookUps.mock.calls.length).toBe(2);
  asked.resolve([{ pn: RUI, lid: RUIS_LID }]);
  expect([await emitted, await encrypted]).toMatchObject([RUIS_LID, { type: "pkmsg" }]);
});

test("the same ciphertext once more is known, whether its text is stored by then or not, and is handled once", async () => {
  const { account, creds, turns, stanzas, handled } = aListening(balcao.aurora, () => Promise.resolve([]));
  const rui = anAccount(balcao.norte, () => Promise.resolve([]));
  const shown = (key: Uint8Array) => Buffer.concat([Buffer.from([5]), key]);
  const { signedPreKey, signedIdentityKey, registrationId } = creds;
  const session = {
    registrationId,
    identityKey: shown(signedIdentityKey.public),
    signedPreKey: {
      keyId: signedPreKey.keyId,
      publicKey: shown(signedPreKey.keyPair.public),
      signature: signedPreKey.signature,
    },
  };
  const AURORA = "5511900000009@s.whatsapp.net";
  await rui.injectE2ESession({ jid: AURORA, session: session as never });
  const read = async (id: string, { type, ciphertext }: { type: "pkmsg" | "msg"; ciphertext: Uint8Array }) => {
    noteStanza(stanzas, { tag: "message", attrs: { id }, content: [{ tag: "enc", attrs: {}, content: ciphertext }] });
    return Buffer.from(await account.decryptMessage({ jid: RUI, type, ciphertext })).toString();
  };
  const one = await rui.encryptMessage({ jid: AURORA, data: Buffer.from("um") });
  const two = await rui.encryptMessage({ jid: AURORA, data: Buffer.from("dois") });
  expect([await read("A", one), await read("A", one), await read("B", two)]).toEqual(["um", "um", "dois"]);
  expect([turns.isStored(), handled]).toEqual([false, []]);
  await turns.stored();
  expect(handled).toEqual(["um", "dois"]);
  expect([await read("B", two), await read("A", one)]).toEqual(["dois", "um"]);
  await turns.stored();
  expect(handled).toEqual(["um", "dois"]);
  const changed = two.ciphertext.with(20, two.ciphertext[20]! ^ 1);
  await expect(read("C", { ...two, ciphertext: changed })).rejects.toThrow();
});
