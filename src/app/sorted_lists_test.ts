import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contactsInOrder } from "../contacts/contacts.ts";
import { contactTable } from "../contacts/table.ts";
import { CONTACT_SORTS } from "../contract/contacts.ts";
import { addSchedule } from "../schedules/schedules.ts";
import { addTag } from "../tags/tags.ts";
import { ticketTagTable } from "../tags/table.ts";
import { aBalcao, aContact, aTicket } from "../testing/fixtures.ts";
import { queryPlan } from "../testing/query_plan.ts";

let balcao: Awaited<ReturnType<typeof aBalcao>>;
let ana: ReturnType<typeof balcao.as>, bruno: typeof ana;
beforeAll(async () => {
  balcao = await aBalcao();
  [ana, bruno] = [balcao.as("ana@aurora.test"), balcao.as("bruno@aurora.test")];
});
afterAll(async () => await balcao.close());

const names = (rows: { name: string }[]) => rows.map(({ name }) => name);

describe("contacts", () => {
  beforeAll(() =>
    balcao.aurora.write((db) => {
      for (
        const [name, number, email] of [
          ["Ângela", "5511980000003", "b@exemplo.com"],
          ["angelo", "", ""],
          ["Bia", "5511980000001", "A@exemplo.com"],
          ["Zé", "5511980000002", ""],
        ] as const
      ) {
        const { id } = aContact(db, { name });
        db.update(contactTable).set({ number, email }).where(eq(contactTable.id, id)).run();
      }
    })
  );

  test.each([
    ["", ["Ângela", "angelo", "Bia", "Zé"]],
    ["sort=name&order=desc", ["Zé", "Bia", "angelo", "Ângela"]],
    ["sort=number", ["Bia", "Zé", "Ângela", "angelo"]],
    ["sort=number&order=desc", ["Ângela", "Zé", "Bia", "angelo"]],
    ["sort=email&order=asc", ["Bia", "Ângela", "angelo", "Zé"]],
    ["sort=email&order=desc", ["Ângela", "Bia", "Zé", "angelo"]],
    ["searchParam=ang&sort=number&order=desc", ["Ângela", "angelo"]],
  ])("asked for %j they come as %j, those without one last", async (query, expected) => {
    expect(names((await ana("GET", `/contacts?${query}`)).body.contacts)).toEqual(expected);
  });

  test.each(["sort=extra", "sort=name;drop", "sort=name&order=up", "sort=createdAt"])(
    "an order that is none is refused: %s",
    async (query) => expect((await ana("GET", `/contacts?${query}`)).body.error).toBe("ERR_INVALID_INPUT"),
  );

  test("page follows page without a gap or a double, also where many have the same", async () => {
    balcao.norte.write((db) => {
      for (let nth = 0; nth < 90; nth++) {
        const { id } = aContact(db, { name: `Cliente ${nth}` });
        db.update(contactTable).set({ email: nth % 3 ? "" : "oficina@norte.test" }).where(eq(contactTable.id, id))
          .run();
      }
    });
    const nina = balcao.as("nina@norte.test");
    const ids: number[] = [];
    for (const page of [1, 2, 3]) {
      const { body } = await nina("GET", `/contacts?sort=email&order=desc&pageNumber=${page}`);
      ids.push(...body.contacts.map(({ id }: { id: number }) => id));
    }
    expect([ids.length, new Set(ids).size]).toEqual([90, 90]);
  });
});

test("users are sorted by name, and for administrators alone by e-mail and profile: an order tells what it orders by", async () => {
  const listed = async (ask: typeof ana, query: string) => names((await ask("GET", `/users?${query}`)).body.users);
  const [up, down] = [await listed(ana, "sort=email"), await listed(ana, "sort=email&order=desc")];
  expect(up).toEqual(["Ana Ribeiro", "Bruno Tavares", "Carla Nogueira"]);
  expect(down).toEqual(up.toReversed());
  expect((await listed(ana, "sort=profile&order=desc")).at(-1)).toBe("Ana Ribeiro");
  expect(await listed(bruno, "sort=name&order=desc")).toEqual(down);
  expect(await listed(bruno, "sort=email&order=desc")).toEqual(up);
  expect(await listed(bruno, "sort=profile&order=desc")).toEqual(up);
});

test("tags are sorted by name or by how many tickets carry them, over all pages", async () => {
  balcao.aurora.write((db) => {
    const tickets = [aTicket(db), aTicket(db)];
    for (let nth = 0; nth < 25; nth++) {
      const { id } = addTag(db, { name: `Tag ${String(nth).padStart(2, "0")}`, color: "#c0392b" }, 1);
      for (const { id: ticketId } of tickets.slice(0, nth === 24 ? 2 : nth === 3 ? 1 : 0)) {
        db.insert(ticketTagTable).values({ ticketId, tagId: id }).run();
      }
    }
  });
  const page = async (query: string) => names((await bruno("GET", `/tags?${query}`)).body.tags);
  expect((await page("sort=ticketsCount&order=desc")).slice(0, 3)).toEqual(["Tag 24", "Tag 03", "Tag 23"]);
  expect((await page("sort=ticketsCount&pageNumber=2")).slice(-2)).toEqual(["Tag 03", "Tag 24"]);
  expect((await page("sort=name&order=desc"))[0]).toBe("Tag 24");
});

test("scheduled messages are sorted by contact, text, time or status; as they come, the latest are first", async () => {
  const sendAt = Date.now() + 3_600_000;
  balcao.aurora.write((db) => {
    for (const [nth, [name, body]] of [["Ícaro", "Boa tarde"], ["hugo", "água"], ["Joana", "Zebra"]].entries()) {
      const { id: contactId } = aContact(db, { name });
      addSchedule(
        db,
        { body: `${body} para você`, contactId, connectionId: null, sendAt: sendAt + nth },
        1,
        Date.now(),
      );
    }
  });
  const listed = async (query: string) =>
    (await ana("GET", `/schedules?${query}`)).body.schedules.map(({ contact }: { contact: { name: string } }) =>
      contact.name
    );
  expect(await listed("")).toEqual(["Joana", "hugo", "Ícaro"]);
  expect(await listed("sort=sendAt")).toEqual(["Ícaro", "hugo", "Joana"]);
  expect(await listed("sort=contact")).toEqual(["hugo", "Ícaro", "Joana"]);
  expect(await listed("sort=body")).toEqual(["hugo", "Ícaro", "Joana"]);
  expect(await listed("sort=status&order=desc")).toEqual(["Joana", "hugo", "Ícaro"]);
});

test("each order of contacts is read from its index, so that a hundred thousand contacts are not sorted for a page", () => {
  for (const sort of CONTACT_SORTS) {
    for (const order of ["asc", "desc"] as const) {
      const plan = queryPlan(balcao.aurora, contactsInOrder(balcao.aurora.read, { sort, order }));
      const index = { name: "contacts_in_order", number: "contacts_by_number", email: "contacts_by_email" }[sort];
      expect(plan).toEqual([`SCAN contacts USING INDEX ${index}`]);
    }
  }
});
