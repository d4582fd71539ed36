import { initAuthCreds, makeWASocket, type SignalDataSet } from "@whiskeysockets/baileys";
import Database from "libsql";
import { pino } from "pino";

/**
 * The client library by itself, as a process: each message that arrives is written to a journal in SQLite, one commit
 * each. It prints `QR …` when there is something to scan and `OPEN` when it is linked.
 */
for (const name of ["info", "warn", "error"] as const) console[name] = () => {};
const [url] = Deno.args;
const file = new Database(Deno.makeTempFileSync({ suffix: ".db" }));
file.exec(
  "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; create table journal (id text primary key, chat text, body text)",
);
const insert = file.prepare("insert or ignore into journal values (?, ?, ?)");
const creds = initAuthCreds();
const stored = new Map<string, unknown>();

const keys = {
  get: (type: string, ids: string[]) =>
    Object.fromEntries(ids.flatMap((id) => stored.has(`${type} ${id}`) ? [[id, stored.get(`${type} ${id}`)]] : [])),
  set: (data: SignalDataSet) => {
    for (const [type, byId] of Object.entries(data)) {
      for (const [id, value] of Object.entries(byId ?? {})) {
        value ? stored.set(`${type} ${id}`, value) : stored.delete(`${type} ${id}`);
      }
    }
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
    if (connection === "close") connect();
  });
  sock.ev.on("messages.upsert", ({ messages }) => {
    for (const { key, message } of messages) {
      insert.run([
        key.id ?? "",
        key.remoteJid ?? "",
        message?.conversation ?? message?.extendedTextMessage?.text ?? "",
      ]);
    }
  });
}

connect();
