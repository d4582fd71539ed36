import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import { readExport } from "../exports/read_export.ts";
import { writeExport } from "../exports/write_export.ts";
import { mediaTable, messageTable } from "../messages/table.ts";
import type { Write } from "../platform/company.ts";
import { Tenants } from "../platform/tenants.ts";
import { aDataFolder, aTicket, companiesOf } from "./fixtures.ts";

/** Padaria Aurora on a server of its own, with a customer's picture in it, an empty server, and a folder for exports. */
export async function twoServers() {
  const from = await aDataFolder(), [to, home] = await Promise.all([emptyFolder(), emptyFolder()]);
  const tenants = new Tenants(from), other = new Tenants(to), { aurora } = companiesOf(tenants);
  onTestFinished(async () => {
    tenants.close();
    other.close();
    for (const folder of [from, to, home]) await Deno.remove(folder, { recursive: true });
  });
  const picture = new Uint8Array(randomBytes(300_000));
  await Deno.writeFile(`${aurora.folder}/media/picture-1`, picture);
  const messageId = aurora.write((db) => aPicture(db, "picture-1", picture.length));
  const said: string[] = [], say = (text: string) => void said.push(text);
  const { signal } = new AbortController();
  return {
    ...{ tenants, other, aurora, home, picture, messageId, said },
    export: (
      name: string,
      is: { isAnonymised?: boolean; password?: string; path?: string; signal?: AbortSignal } = {},
    ) =>
      writeExport({
        ...{
          tenants,
          companyId: aurora.id,
          path: `${home}/${name}`,
          product: "test",
          isAnonymised: false,
          say,
          signal,
        },
        ...is,
      }),
    import: (name: string, is: { into?: Tenants; name?: string; password?: string; signal?: AbortSignal } = {}) =>
      readExport({ tenants: is.into ?? other, path: `${home}/${name}`, say, signal, now: Date.now(), ...is }),
  };
}

function emptyFolder(): Promise<string> {
  return Deno.makeTempDir({ prefix: "balcao-exports-" });
}

/** A customer has sent a picture. */
export function aPicture(db: Write, file: string, size: number): number {
  const { id: ticketId, contactId } = aTicket(db, { name: "Mariana Lopes", status: "open", userId: 1 });
  const who = { ticketId, contactId, connectionId: 1, chat: "5511988887777@s.whatsapp.net", fromMe: false };
  const { id } = db.insert(messageTable).values({
    ...{ ...who, wid: crypto.randomUUID(), kind: "image", body: "Segredo da Mariana", createdAt: Date.now() },
  }).returning({ id: messageTable.id }).get();
  db.insert(mediaTable).values({ messageId: id, state: "ready", file, name: "x.jpg", mimetype: "image/jpeg", size })
    .run();
  return id;
}

/** What a server has: the folders in its data folder, and the names of its companies, seen or not. */
export async function whatIsIn(tenants: Tenants): Promise<string[]> {
  const names: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(tenants.folder)) if (isDirectory) names.push(name);
  return names.sort();
}
