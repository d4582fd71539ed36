import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ListChecker } from "../campaigns/check_lists.ts";
import { CampaignRunner } from "../campaigns/runner.ts";
import type { Company } from "../platform/company.ts";
import { log } from "../platform/log.ts";
import { Tenants } from "../platform/tenants.ts";
import { addQueue } from "../queues/queues.ts";
import { ApiRunner } from "../send_api/runner.ts";
import { Supervisor } from "../supervisor/supervisor.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { PushRunner } from "../push/runner.ts";
import { WebhookRunner } from "../webhooks/runner.ts";
import type { Clock } from "./job.ts";
import { JOBS } from "./jobs.ts";
import { Waking } from "./waking.ts";

let folder: string, tenants: Tenants;
beforeAll(async () => {
  folder = await aDataFolder();
  // One file at a time, as if there were hundreds of companies.
  tenants = new Tenants(folder, 1);
});
afterAll(async () => {
  tenants.close();
  await Deno.remove(folder, { recursive: true });
});

/** Whose files are opened from now on. */
function openings(): number[] {
  const opened: number[] = [];
  tenants.watchFiles((id) => {
    if (id > 0) opened.push(id);
    return { beforeCheckpoint() {}, afterCheckpoint() {} };
  });
  opened.length = 0;
  return opened;
}

function aClock(companies: Company[]): Clock {
  const supervisor = new Supervisor(tenants), campaigns = new CampaignRunner(supervisor, tenants.keys);
  return {
    tenants,
    supervisor,
    campaigns,
    listChecks: new ListChecker(campaigns.checks),
    apiRunner: new ApiRunner(supervisor, tenants.keys, () => {}),
    webhooks: new WebhookRunner(tenants.keys),
    push: new PushRunner(tenants),
    companies: () => companies,
    companiesAtWork: () => companies,
    wake: async () => {},
    timeZoneOf: () => "America/Sao_Paulo",
  };
}

test("a company with nothing to do is looked at once, and its file stays closed from then on", async () => {
  const companies = [1, 2, 3].map((id) => tenants.company(id)), clock = aClock(companies), opened = openings();
  let now = Date.now();
  /** As many seconds of the clock. */
  const pass = async (seconds: number) => {
    for (let nth = 0; nth < seconds; nth++) {
      now += 1000;
      for (const { each } of JOBS) for (const company of companies) each?.(clock, company, new Date(now));
    }
    // What the API has accepted is looked for beside the clock.
    await new Promise((resolve) => setTimeout(resolve));
  };
  await pass(1);
  expect(new Set(opened)).toEqual(new Set([1, 2, 3]));
  await pass(1);
  opened.length = 0;
  await pass(600);
  expect(opened).toEqual([]);
  // Somebody works there: what that may bring is looked for.
  companies[1]!.write((db) => void addQueue(db, { name: "Nova", color: "#123456" }));
  companies[2]!.read.all("select 1");
  opened.length = 0;
  await pass(10);
  expect(new Set(opened)).toEqual(new Set([2]));
  clock.campaigns.close();
});

test("each company is woken once, others have their turn meanwhile, and one that comes later is woken then", async () => {
  const waking = new Waking(), woken: number[] = [], companies = [1, 2].map((id) => tenants.company(id));
  let turns = 0;
  const turn = setInterval(() => turns++);
  const wake = (those: Company[]) => waking.wake(those, ({ id }) => void woken.push(id));
  await wake(companies);
  clearInterval(turn);
  expect([woken, turns > 0]).toEqual([[1, 2], true]);
  expect([2, 3].map((id) => waking.isAwake(tenants.company(id)))).toEqual([true, false]);
  await wake([...companies, tenants.company(3)]);
  expect(woken).toEqual([1, 2, 3]);
});

test("a company whose file is gone is named once at a start, not by each job", async () => {
  const gone = tenants.company(99), clock = aClock([gone]), waking = new Waking();
  const said = vi.spyOn(log, "error").mockImplementation(() => {});
  const look = JOBS.find(({ name }) => name.startsWith("look for the first time"))!;
  await look.run({ ...clock, wake: (work) => waking.wake([gone], work) }, new Date());
  expect(said.mock.calls.map(([words]) => words)).toEqual([expect.stringContaining("Company 99 is not served")]);
  said.mockRestore();
});
