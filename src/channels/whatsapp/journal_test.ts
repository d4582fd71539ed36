import { Buffer } from "node:buffer";
import { initAuthCreds, type SignalRepositoryWithLIDStore } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addConnection } from "../../connections/connections.ts";
import type { Company } from "../../platform/company.ts";
import { aBalcao } from "../../testing/fixtures.ts";
import { openAuth } from "./auth_state.ts";
import { journalledRepository } from "./journal.ts";
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
  const connectionId = connections.get(company)!;
  const { creds, keys: store } = openAuth(company, balcao.tenants.keys, connectionId, () => {}).state;
  const build = journalledRepository({
    company,
    connectionId,
    store,
    stanzas: new WeakMap(),
    onPlain: () => true,
  });
  return build(
    { creds, keys: store as never },
    quietLogger({ company: company.id, connection: connectionId }) as never,
    ask,
  );
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
  const emitted = norte.lidMapping.getLIDForPN(RUI);
  const encrypted = norte.encryptMessage({ jid: RUI, data: Buffer.from("um") });
  await new Promise((resolve) => setTimeout(resolve, 20));
  asked.resolve([{ pn: RUI, lid: RUIS_LID }]);
  expect([await emitted, await encrypted]).toMatchObject([RUIS_LID, { type: "pkmsg" }]);
});
