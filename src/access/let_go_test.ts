import { expect, test } from "vitest";
import { Tenants } from "../platform/tenants.ts";
import { aDataFolder } from "../testing/fixtures.ts";
import { letGoEnded } from "./let_go.ts";

test("a company without open screens is not opened to look for logins that ended", async () => {
  const folder = await aDataFolder(), tenants = new Tenants(folder);
  try {
    for (const id of tenants.ids()) letGoEnded(tenants, tenants.company(id), new Date());
    expect(tenants.openCount).toBe(0);
  } finally {
    tenants.close();
    await Deno.remove(folder, { recursive: true });
  }
});
