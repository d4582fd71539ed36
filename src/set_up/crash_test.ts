import { expect, onTestFinished, test } from "vitest";
import { isNull } from "drizzle-orm";
import { milliseconds } from "date-fns/milliseconds";
import { companyTable } from "../companies/table.ts";
import { SetUpForm } from "../contract/set_up.ts";
import { Tenants } from "../platform/tenants.ts";
import { purgeRemoved } from "../provisioning/remove.ts";
import { FROM_SOURCES, pause } from "../testing/process.ts";
import { loginTable } from "../users/table.ts";
import { isUnset } from "./secret.ts";
import { setUpServer } from "./set_up.ts";

/** `make crash` kills a hundred times. */
const KILLS = Math.min(100, Number(Deno.env.get("BALCAO_KILLS") ?? 10));
const FORM = {
  provider: "Ponte Digital",
  person: { name: "Lia Prado", email: "lia@ponte.example", password: "sete-abacaxis-no-varal" },
  company: { name: "Padaria Aurora", admin: { name: "Ana Ribeiro", email: "ana@aurora.example" } },
  language: "pt",
  timeZone: "America/Bahia",
} as const;

/** Starts a server on the folder, reads the printed address, sets it up, and kills it after so long (ms). */
async function dieSettingUp(folder: string, after: number): Promise<void> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...FROM_SOURCES, "serve", "--port", "0", "--host", "127.0.0.1", "--data", folder],
    env: { BALCAO_LOG: "error", BALCAO_WHATSAPP_URL: "ws://127.0.0.1:9" },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  try {
    const [, address, secret] = await printed(child.stdout);
    void fetch(`${address}/api/set-up`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...FORM, secret }),
    }).then((answer) => answer.body?.cancel()).catch(() => {/* It died meanwhile. */});
    await pause(after);
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
}

async function printed(stdout: ReadableStream<Uint8Array>): Promise<RegExpExecArray> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of stdout) {
    text += decoder.decode(part, { stream: true });
    const found = /(http:\S+)\/setup#([\w-]{43})\n/.exec(text);
    if (found) return found;
  }
  throw new Error(`No address was printed: ${text}`);
}

test(
  `killed ${KILLS} times while it is being set up, all of it is there or nothing`,
  { timeout: 600_000 },
  async () => {
    const seen = { whole: 0, nothing: 0 };
    for (let nth = 0; nth < KILLS; nth++) {
      const folder = await Deno.makeTempDir({ prefix: "balcao-set-up-" });
      onTestFinished(() => Deno.remove(folder, { recursive: true }));
      // Hashing the password takes some 100 ms; before and after it files are written.
      await dieSettingUp(folder, nth === 0 ? 0 : 20 + Math.random() * 400);
      const tenants = new Tenants(folder);
      try {
        if (isUnset(tenants)) {
          seen.nothing++;
          await setUpServer(tenants, SetUpForm.parse(FORM), new Date());
        } else seen.whole++;
        const shown = tenants.provider.read.select().from(companyTable).where(isNull(companyTable.removedAt)).all();
        expect(shown.map(({ name, isProviders, isActive }) => [name, isProviders, isActive])).toEqual([
          ["Ponte Digital", true, true],
          ["Padaria Aurora", false, true],
        ]);
        const logins = tenants.provider.read.select().from(loginTable).all();
        expect(logins.map(({ email, isSuper }) => [email, isSuper]).sort()).toEqual([
          [FORM.company.admin.email, false],
          [FORM.person.email, true],
        ]);
        // What was left half made goes by the clock, and what is seen stays.
        await purgeRemoved(tenants, new Date(Date.now() + milliseconds({ hours: 2 })));
        expect(tenants.ids()).toEqual(shown.map(({ id }) => id));
      } finally {
        tenants.close();
      }
    }
    expect(seen.nothing, "It was never killed before the end").toBeGreaterThan(0);
  },
);
