import { Buffer } from "node:buffer";
import { describe, expect, onTestFinished, test } from "vitest";
import { messageTable } from "../messages/table.ts";
import { ignoreMissing } from "../platform/is_there.ts";
import { aBalcao, aTicket } from "../testing/fixtures.ts";
import { asides, readyPlace } from "./places.ts";
import { undoRestoration } from "./restore_company.ts";

/** Aurora, of which a state lies aside that is what she has now. */
async function aSetAside() {
  const balcao = await aBalcao();
  onTestFinished(() => balcao.close());
  const { tenants } = balcao, aside = `${tenants.folder}/aside/2.${Date.now()}`;
  tenants.company(2).write((db) => {
    for (let nth = 0; nth < 300; nth++) {
      const { id: ticketId, contactId } = aTicket(db, { status: "closed" });
      const who = { ticketId, contactId, connectionId: 1, chat: "", fromMe: false, kind: "text" } as const;
      db.insert(messageTable).values({ ...who, wid: `${nth}`, body: "palavras ".repeat(40), createdAt: nth }).run();
    }
  });
  await tenants.company(2).settled();
  await Deno.mkdir(`${aside}/media`, { recursive: true });
  await tenants.replace(2, () => Deno.copyFileSync(`${tenants.folder}/2/company.db`, `${aside}/company.db`));
  return { tenants, file: `${aside}/company.db` };
}

async function written(path: string, at: number, bytes: Uint8Array): Promise<void> {
  using file = await Deno.open(path, { write: true });
  await file.seek(at, Deno.SeekMode.Start);
  await file.write(bytes);
}

const DAMAGES: Record<string, (file: string) => Promise<void>> = {
  "whose head is overwritten": (file) => written(file, 0, Buffer.alloc(4096, "lixo")),
  "whose pages are overwritten": (file) => written(file, 8192, Buffer.alloc(200_000, 7)),
  "that is cut off": (file) => Deno.truncate(file, 50_000),
  "that is empty": (file) => Deno.truncate(file, 0),
  "that is gone": (file) => Deno.remove(file),
  "that is another program's": async (file) => {
    await Deno.remove(file);
    await Deno.copyFile(file.replace(/aside.*/, "provider.db"), file);
  },
};

describe("a state set aside", () => {
  test.each(Object.keys(DAMAGES))("%s is refused in a sentence, and nothing is changed", async (how) => {
    const { tenants, file } = await aSetAside();
    await DAMAGES[how]!(file);
    const before = tenants.company(2).read.select().from(messageTable).all();
    const refusal = await undoRestoration({ tenants }, 2).catch((error) => error);
    expect(refusal.constructor.name).toBe("BadCommand");
    expect(refusal.message).toMatch(/^The state that was set aside at 20\S+Z is damaged \(\S+\/company.db: .+\)\. /);
    expect(refusal.message).toContain("nothing was changed");
    expect(refusal.message).toContain("balcao restore COMPANY --at");
    expect(refusal.message).not.toMatch(/SqliteError|\n {4}at /);
    expect(tenants.company(2).read.select().from(messageTable).all()).toEqual(before);
    expect(asides(tenants.folder).map(({ path }) => `${path}/company.db`)).toEqual([file]);
    expect(await Deno.stat(`${readyPlace(tenants.folder, 2)}/new`).catch(ignoreMissing)).toBeUndefined();
  });

  test("that is sound comes back", async () => {
    const { tenants } = await aSetAside();
    expect(await undoRestoration({ tenants }, 2)).toMatchObject({ held: 0 });
  });
});
