import { BufferJSON, initAuthCreds, makeWASocket, type SignalDataSet } from "@whiskeysockets/baileys";
import Database from "libsql";
import { pino } from "pino";

/**
 * The client library by itself, as a process: its keys are kept in SQLite, and each message that arrives is written to a
 * journal there, one commit each; with an answer it says that to whoever writes. It prints `QR …` when there is something to scan and `OPEN` when it is linked.
 */
for (const name of ["info", "warn", "error"] as const) console[name] = () => {};
const [url, answer] = Deno.args;
/** With `send:…` it writes that to each number from standard input once, and says how many a second that were. */
const sends = answer?.startsWith("send:") ? answer.slice(5) : undefined;
const file = new Database(Deno.makeTempFileSync({ suffix: ".db" }));
file.exec(
  "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; create table journal (id text primary key, chat text, body text)",
);
const insert = file.prepare("insert or ignore into journal values (?, ?, ?)");
file.exec("create table auth (type text, id text, value text, primary key (type, id))");
const find = file.prepare("select value from auth where type = ? and id = ?");
const put = file.prepare("insert or replace into auth values (?, ?, ?)");
const drop = file.prepare("delete from auth where type = ? and id = ?");
const creds = initAuthCreds();

/** Keys in the same file, as every client that wants to live through a restart keeps them. */
const keys = {
  get(type: string, ids: string[]) {
    const found: Record<string, unknown> = {};
    for (const id of ids) {
      const row = find.all([type, id])[0] as { value: string } | undefined;
      if (row) found[id] = JSON.parse(row.value, BufferJSON.reviver);
    }
    return found;
  },
  set(data: SignalDataSet) {
    file.exec("BEGIN");
    for (const [type, byId] of Object.entries(data)) {
      for (const [id, value] of Object.entries(byId ?? {})) {
        if (value) put.run([type, id, JSON.stringify(value, BufferJSON.replacer)]);
        else drop.run([type, id]);
      }
    }
    file.exec("COMMIT");
  },
};

function connect(): void {
  const sock = makeWASocket({
    auth: { creds, keys: keys as never },
    waWebSocketUrl: url,
    logger: pino({ level: "silent" }) as never,
    retryRequestDelayMs: 0,
  });
  sock.ev.on("creds.update", (update) => void Object.assign(creds, update));
  sock.ev.on("connection.update", ({ qr, connection }) => {
    if (qr) console.log(`QR ${qr}`);
    if (connection === "open") console.log("OPEN");
    if (connection === "open" && sends) void sendAll(sock, sends);
    if (connection === "close") connect();
  });
  sock.ev.on("messages.upsert", ({ messages }) => {
    for (const { key, message } of messages) {
      insert.run([
        key.id ?? "",
        key.remoteJid ?? "",
        message?.conversation ?? message?.extendedTextMessage?.text ?? "",
      ]);
      if (answer && !sends && key.remoteJid && !key.fromMe) {
        sock.sendMessage(key.remoteJid, { text: answer }).catch(() => {});
      }
    }
  });
}

/** As somebody would with the library alone: one after the other, each when the one before was handed to the network. */
async function sendAll(sock: ReturnType<typeof makeWASocket>, text: string): Promise<void> {
  const numbers = (await new Response(Deno.stdin.readable).text()).trim().split("\n");
  const startedAt = performance.now();
  for (const number of numbers) await sock.sendMessage(`${number}@s.whatsapp.net`, { text });
  console.log(`SENT ${numbers.length / ((performance.now() - startedAt) / 1000)}`);
}

connect();
