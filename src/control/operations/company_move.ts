import * as z from "zod/mini";
import { listCompanies } from "../../companies/companies.ts";
import { companyMoveTable, companyTable } from "../../companies/table.ts";
import { typed } from "../../contract/fields.ts";
import { bringBack, moveOut } from "../../moving/move_out.ts";
import { moveIn } from "../../moving/move_in.ts";
import { Address } from "../../moving/said.ts";
import type { Way } from "../../moving/talk.ts";
import { BadCommand } from "../../platform/config.ts";
import { log } from "../../platform/log.ts";
import { VERSION } from "../../root.ts";
import { companyNamed } from "../named.ts";
import { type Asked, operation } from "../operation.ts";
import { and, eq, isNull } from "drizzle-orm";

/** The socket by which the command passes on what the other side says. */
const Socket = z.string().check(z.startsWith("/"), z.maxLength(200));

export const companyMove = operation(
  "company move",
  z.object({
    company: z.string(),
    socket: Socket,
    address: z.optional(Address),
    name: z.optional(typed(1, 50)),
  }),
  async (asked) => {
    const { tenants, serving, say, signal, input: { socket, address, name } } = asked;
    const { id, name: called } = movedNamed(asked) ?? companyNamed(asked, asked.input.company);
    refuseProviders(asked, id);
    const way = await wayBy(socket), supervisor = serving?.supervisor;
    const moved = await moveOut({
      ...{ tenants, supervisor, companyId: id, way, product: VERSION, address, name, say, signal },
    });
    if (serving) log.info("A company has moved to another server", { company: id, paused: moved.paused });
    const { id: there, ...rest } = moved;
    return { id, name: called, there, ...rest };
  },
);

/** Takes back a company that was handed over, and that the other side has not begun to serve. */
export const companyMoveBack = operation(
  "company move back",
  z.object({ company: z.string(), socket: Socket }),
  async (asked) => {
    const { tenants, serving, input: { socket, company } } = asked, row = movedNamed(asked);
    if (!row) throw new BadCommand(`${company} is not on its way to another server`);
    await bringBack({ tenants, supervisor: serving?.supervisor, companyId: row.id, way: await wayBy(socket) });
    return { id: row.id, name: row.name };
  },
);

export const companyReceive = operation("company receive", z.object({ socket: Socket }), async (asked) => {
  const { tenants, serving, say, signal, input } = asked, way = await wayBy(input.socket);
  const arrived = await moveIn({ tenants, supervisor: serving?.supervisor, way, product: VERSION, say, signal });
  if (arrived && serving) log.info("A company has come from another server", { company: arrived.id });
  return { arrived };
});

/** One that is on its way: it was handed over, and the other side has not said so yet. */
function movedNamed({ tenants: { provider }, input: { company } }: Asked<{ company: string }>) {
  const { id, name } = companyTable, { companyId, confirmedAt } = companyMoveTable;
  return provider.read.select({ id, name }).from(companyTable)
    .innerJoin(companyMoveTable, and(eq(companyId, id), isNull(confirmedAt))).all()
    .find((row) => String(row.id) === company || row.name === company);
}

function refuseProviders({ tenants }: Pick<Asked<unknown>, "tenants">, id: number): void {
  const row = listCompanies(tenants).find((each) => each.id === id);
  if (row?.isProviders) {
    throw new BadCommand("The provider's own company stays with the server whose super users it has");
  }
}

async function wayBy(socket: string): Promise<Way> {
  const { readable, writable } = await Deno.connect({ transport: "unix", path: socket });
  return { readable, writable };
}
