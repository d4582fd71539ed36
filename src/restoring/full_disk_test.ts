import { expect, onTestFinished, test } from "vitest";
import { messageTable } from "../messages/table.ts";
import { Tenants } from "../platform/tenants.ts";
import { aShell } from "../testing/command.ts";
import { aDataFolder, aTicket, until } from "../testing/fixtures.ts";
import { aProcess } from "../testing/process.ts";
import { onDisk, sizeOf } from "../testing/small_disk.ts";

test("a disk that fills while a company is restored: it stays as it was, nothing is left, and it is said", async () => {
  const data = await aDataFolder(), home = await Deno.makeTempDir(), disk = `${home}/disk`;
  onTestFinished(async () => {
    for (const folder of [data, home]) await Deno.remove(folder, { recursive: true });
    await Deno.remove(`${data}.backup.key`);
  });
  for (const folder of [disk, `${home}/backup`]) await Deno.mkdir(folder);
  const tenants = new Tenants(data), text = "pão ".repeat(10_000);
  tenants.company(2).write((db) => {
    const { id: ticketId, contactId } = aTicket(db);
    const line = { ticketId, contactId, connectionId: 1, chat: "", fromMe: false, kind: "text" } as const;
    for (let nth = 0; nth < 300; nth++) {
      const message = { ...line, wid: `line ${nth}`, body: text, createdAt: Date.now() };
      db.insert(messageTable).values(message).run();
    }
  });
  tenants.close();
  const balcao = aShell(() => data);
  await balcao("backup", "key");
  await balcao("backup", "add", "folder", `${home}/backup`);
  const server = aProcess(data, "ws://127.0.0.1:9");
  server.start();
  await until(server.isUp);
  const shipped = await balcao("backup", "now");
  await server.end();
  expect(shipped).toMatchObject({ code: 0 });
  await Deno.copyFile(`${data}.backup.key`, `${disk}.backup.key`);

  const used = Math.ceil(sizeOf(data) / 1_048_576), size = Deno.statSync(`${data}/2/company.db`).size / 1_048_576;
  expect(size).toBeGreaterThan(10);
  // Full soon, and shortly before the state is whole; a disk with room is the proof.
  for (const [room, isEnough] of [[4, false], [size - 2, false], [size * 4, true]] as const) {
    const line = `cp -r '${data}'/. '${disk}' && balcao restore 2 --at "$(date -u +%FT%TZ)" --data '${disk}'; ` +
      `echo rc $?; ls -A '${disk}/restores'; balcao company list --json --data '${disk}'`;
    const { out, said } = await onDisk(disk, Math.ceil(used + room), line);
    const listed = JSON.parse(out.slice(out.indexOf("[")));
    expect(listed.find(({ id }: { id: number }) => id === 2)).toMatchObject({ name: "Padaria Aurora", damage: null });
    expect([room, /rc 0/.test(out), /disk is full/.test(said)], said).toEqual([room, isEnough, !isEnough]);
    expect(out).toMatch(isEnough ? /rc 0\n\[/ : /^rc 1\n\[/m);
  }
});
