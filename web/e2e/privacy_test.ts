import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { noteOrigins, originOf } from "../../src/companies/origins.ts";
import { retentionRunTable } from "../../src/privacy/table.ts";
import type { Phone } from "../../src/simulator/simulator.ts";
import { aContact } from "../../src/testing/fixtures.ts";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { unpacked } from "../../src/platform/tar.ts";
import { accept, aDesk, ANA, BRUNO, gone, NARROW, row, seen } from "./desk.ts";
import { inspection } from "./axe.ts";
import { chooseIn } from "./fields.ts";

const desk = aDesk();
let ana: Page;
beforeAll(async () => void (ana = await desk.logIn(ANA)));

/** A customer has written, was answered, and is served no more. */
async function served(name: string): Promise<Phone> {
  const phone = desk.customer(name);
  phone.write(AURORA_PHONE, "Quero um bolo");
  await ana.goto("/tickets");
  await seen(row(ana, name));
  await accept(ana, name);
  await ana.getByRole("button", { name: "Resolver" }).first().click();
  await gone(row(ana, name));
  return phone;
}

const privacyOf = (name: string) => ana.getByRole("button", { name: `Privacidade de ${name}` });

/** The provider has another company that was made of this one's data, with them in it. */
function copyWith(name: string, phone: string) {
  const { server: { tenants }, aurora, norte } = desk.road;
  norte.write((db) => void aContact(db, { name, phone }));
  const { server } = originOf(tenants, aurora.id), at = Date.now();
  tenants.provider.write((db) => noteOrigins(db, norte.id, [{ server, originId: aurora.id, kind: "copied", at }]));
}

test("an administrator hands a customer all that is known of them, erases them, and finds the report", async () => {
  const { number } = await served("Mariana Reis");
  copyWith("Mariana Reis", number);
  await ana.goto("/contacts");
  await privacyOf("Mariana Reis").click();
  const dialog = ana.getByRole("dialog");
  const [download] = await Promise.all([
    ana.waitForEvent("download"),
    dialog.getByRole("button", { name: "Exportar" }).click(),
  ]);
  const names: string[] = [], file = await Deno.open(await download.path());
  for await (const { name, bytes } of unpacked(file.readable)) {
    for await (const chunk of bytes) if (name === "mensagens-0001.json") names.push(new TextDecoder().decode(chunk));
  }
  expect(names.join("")).toContain("Quero um bolo");
  const { look, pass } = inspection(ana);
  await look("the dialog");

  await dialog.getByRole("button", { name: "Apagar tudo" }).click();
  await ana.getByRole("alertdialog").getByRole("button", { name: "Apagar tudo" }).click();
  await seen(ana.getByRole("dialog", { name: "Dados apagados" }).getByText("1 mensagem", { exact: true }));
  await seen(ana.getByRole("dialog").getByText("O fornecedor tem 1 cópia desta empresa em que o contato ainda está"));
  await ana.getByRole("dialog").getByRole("button", { name: "Fechar" }).last().click();
  await gone(privacyOf("Mariana Reis"));

  await ana.goto("/settings?tab=privacy");
  await seen(ana.getByRole("region", { name: "Contatos apagados" }).getByText("1 mensagem", { exact: true }));
  await gone(ana.getByText("Mariana"));
  await look("the reports");
  pass();
});

test("whoever is being served is not erased, and is told why", async () => {
  desk.customer("Rui Dias").write(AURORA_PHONE, "Oi");
  await ana.goto("/tickets");
  await seen(row(ana, "Rui Dias"));
  await ana.goto("/contacts");
  await privacyOf("Rui Dias").click();
  await ana.getByRole("dialog").getByRole("button", { name: "Apagar tudo" }).click();
  await ana.getByRole("alertdialog").getByRole("button", { name: "Apagar tudo" }).click();
  await seen(ana.getByText("Este contato tem um atendimento em andamento."));
});

test("an attendant has no such button", async () => {
  const bruno = await desk.logIn(BRUNO, { at: "/contacts" });
  await seen(bruno.getByRole("button", { name: /^Editar/ }).first());
  await gone(bruno.getByRole("button", { name: /^Privacidade de/ }));
});

test("how long conversations are kept is chosen, and the nights' reports are read, on a phone, too", async () => {
  await ana.goto("/settings");
  await chooseIn(ana.getByLabel("Guardar as conversas"), "1 ano");
  desk.road.aurora.write((db) =>
    void db.insert(retentionRunTable).values({ at: Date.now(), months: 12, messages: 1204, files: 31 }).run()
  );
  const phone = await desk.logIn(ANA, { viewport: NARROW, at: "/settings?tab=privacy" });
  await seen(phone.getByText("1.204 mensagens, 31 arquivos"));
  await phone.goto("/settings");
  await seen(phone.getByText("1 ano"));
});
