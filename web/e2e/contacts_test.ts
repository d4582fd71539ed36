import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { AURORA_PHONE } from "../../src/testing.ts";
import { accept, aDesk, ANA, BRUNO, composer, faults, gone, NARROW, poll, row, seen, WIDE } from "./desk.ts";

const desk = aDesk();
let ana: Page, bruno: Page;

beforeAll(async () => {
  [ana, bruno] = await Promise.all([desk.logIn(ANA), desk.logIn(BRUNO)]);
});

/** A customer who has written and is being served by whoever looks at this page. */
async function serve(page: Page, name: string) {
  const customer = desk.customer(name);
  customer.write(AURORA_PHONE, "Oi, tudo bem?");
  await page.goto("/tickets");
  await seen(row(page, name));
  await accept(page, name);
  return customer;
}

const toast = (page: Page, text: string) => seen(page.getByRole("status").getByText(text));
const sure = (page: Page) => page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
const strip = (page: Page, tag: string) => page.getByRole("button", { name: `Tirar a tag ${tag}` });

test("a tag is made on its page, put on a ticket by a colleague, recoloured, and deleted while it is on it", async () => {
  await serve(bruno, "Tina Prado");
  await ana.goto("/tags");
  await seen(ana.getByText("Nenhuma tag ainda"));
  await ana.getByRole("button", { name: "Nova tag" }).first().click();
  await ana.getByLabel("Nome").fill("ab");
  await ana.keyboard.press("Enter");
  await seen(ana.getByText("Mensagem muito curta"));
  await ana.getByLabel("Nome").fill("");
  await ana.keyboard.press("Enter");
  await seen(ana.getByText("Obrigatório"));
  await ana.getByLabel("Nome").fill("Festa junina");
  await ana.getByRole("radio", { name: "Verde" }).check({ force: true });
  await ana.keyboard.press("Enter");
  await toast(ana, "Tag salva com sucesso!");
  await seen(ana.getByRole("row", { name: "Festa junina" }).getByText("0", { exact: true }));

  await bruno.getByRole("button", { name: "Tag", exact: true }).click();
  await bruno.getByLabel("Buscar ou criar tag").fill("JUNI");
  await bruno.keyboard.press("Enter");
  await seen(strip(bruno, "Festa junina"));
  await seen(ana.getByRole("row", { name: "Festa junina" }).getByText("1", { exact: true }));

  await ana.getByRole("button", { name: "Editar Festa junina" }).click();
  await ana.getByLabel("Nome").fill("Arraial");
  await ana.keyboard.press("Enter");
  await seen(strip(bruno, "Arraial"));
  await ana.getByRole("button", { name: "Excluir Arraial" }).click();
  await sure(ana);
  await toast(ana, "Tag excluída com sucesso!");
  await gone(strip(bruno, "Arraial"));
});

test("a new tag is made by typing its name on the ticket, by keyboard alone, and taken off again", async () => {
  await serve(bruno, "Ravi Luz");
  await bruno.getByRole("button", { name: "Tag", exact: true }).focus();
  await bruno.keyboard.press("Enter");
  await seen(bruno.getByLabel("Buscar ou criar tag"));
  await poll(() => bruno.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
    "Buscar ou criar tag",
  );
  await bruno.keyboard.type("Sem açúcar 🧁");
  await seen(bruno.getByRole("option", { name: "Criar “Sem açúcar 🧁”" }));
  await bruno.keyboard.press("Enter");
  await seen(strip(bruno, "Sem açúcar 🧁"));
  await bruno.keyboard.press("Escape");
  await bruno.reload();
  await strip(bruno, "Sem açúcar 🧁").click();
  await gone(strip(bruno, "Sem açúcar 🧁"));
});

test("a quick reply is kept, suggested at a stroke, taken by keyboard, and changed", async () => {
  const customer = await serve(bruno, "Olívia Castro");
  await ana.goto("/quick-messages");
  await ana.getByRole("button", { name: "Adicionar" }).first().click();
  await seen(ana.getByRole("heading", { name: "Mensagem Rápida" }));
  await ana.getByLabel("Atalho").fill("bomdia");
  await ana.getByLabel("Mensagem", { exact: true }).fill("Oi, ");
  await ana.getByRole("button", { name: "{{firstName}}" }).click();
  await ana.keyboard.press("End");
  await ana.keyboard.type("! <b>Tudo bem?</b>");
  await ana.getByRole("dialog").getByRole("button", { name: "Adicionar" }).click();
  await toast(ana, "Messagem adicionada com sucesso.");
  await ana.getByRole("button", { name: "Adicionar" }).first().click();
  await ana.getByLabel("Atalho").fill("BOMDIA");
  await ana.getByLabel("Mensagem", { exact: true }).fill("Outra");
  await ana.getByRole("dialog").getByRole("button", { name: "Adicionar" }).click();
  await seen(ana.getByText("Já está em uso"));
  await ana.getByLabel("Atalho").fill("bolo");
  await ana.getByLabel("Mensagem", { exact: true }).fill("Temos bolo de fubá, de cenoura e de chocolate.");
  await ana.getByRole("dialog").getByRole("button", { name: "Adicionar" }).click();
  await gone(ana.getByRole("dialog"));

  await composer(bruno).fill("/");
  await composer(bruno).press("b");
  const options = bruno.getByRole("listbox", { name: "Respostas rápidas" }).getByRole("option");
  await poll(() => options.allTextContents()).toEqual([
    "bolo - Temos bolo de fubá, de cenou…",
    "bomdia - Oi, {{firstName}}! <b>Tudo…",
  ]);
  await composer(bruno).press("Escape");
  await gone(options);
  expect(await composer(bruno).inputValue()).toBe("/b");
  await composer(bruno).press("o");
  await seen(options);
  await composer(bruno).press("ArrowDown");
  await composer(bruno).press("Enter");
  await poll(() => composer(bruno).inputValue()).toBe("Oi, Olívia! <b>Tudo bem?</b>");
  await composer(bruno).press("Enter");
  await customer.waitFor(({ text }) => text?.endsWith("Oi, Olívia! <b>Tudo bem?</b>") ?? false, 15_000);

  await ana.getByRole("button", { name: "Editar /bolo" }).click();
  await ana.getByLabel("Mensagem", { exact: true }).fill("Hoje não temos bolo.");
  await ana.getByRole("button", { name: "Salvar" }).click();
  await toast(ana, "Messagem atualizada com sucesso.");
  await composer(bruno).fill("/bol");
  await options.first().click();
  await poll(() => composer(bruno).inputValue()).toBe("Hoje não temos bolo.");
  await ana.getByRole("button", { name: "Excluir /bolo" }).click();
  await seen(ana.getByRole("heading", { name: "Excluir Registro" }));
  await seen(ana.getByText("Deseja realmente excluir este registro?"));
  await sure(ana);
  await toast(ana, "Messagem excluída com sucesso.");
  await gone(ana.getByText("Hoje não temos bolo."));
});

for (const [size, viewport] of [["wide", WIDE], ["narrow", NARROW]] as const) {
  test(`axe finds nothing on these ${size} screens, light or dark`, async () => {
    const page = await desk.logIn(ANA, { viewport });
    const found: Record<string, string[]> = {};
    const look = async (screen: string) => {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        // A change of theme is painted a moment later than it is asked for.
        await page.waitForTimeout(500);
        const lines = await faults(page);
        if (lines.length) found[`${screen}, ${colorScheme}`] = lines;
      }
    };
    await page.goto("/tags");
    await page.getByRole("button", { name: "Nova tag" }).first().click();
    await page.getByLabel("Nome").fill(`Amostra ${size}`);
    await look("tags, add");
    await page.keyboard.press("Enter");
    await gone(page.getByRole("dialog"));
    await seen(page.getByText(`Amostra ${size}`));
    await look("tags");
    await serve(page, `Zeca ${size}`);
    await page.getByRole("button", { name: "Tag", exact: true }).click();
    await page.getByRole("option", { name: `Amostra ${size}` }).click();
    await seen(strip(page, `Amostra ${size}`));
    await look("ticket's tags");
    await page.keyboard.press("Escape");
    await page.goto("/quick-messages");
    await page.getByRole("button", { name: "Adicionar" }).first().click();
    await page.getByLabel("Atalho").fill(`amostra-${size}`);
    await page.getByLabel("Mensagem", { exact: true }).fill("Bom dia!");
    await look("quick replies, add");
    await page.getByRole("button", { name: "Adicionar" }).last().click();
    await gone(page.getByRole("dialog"));
    await look("quick replies");
    await page.goBack();
    await composer(page).fill("/amos");
    await seen(page.getByRole("option", { name: `amostra-${size}` }));
    await look("quick replies, suggested");
    expect(found).toEqual({});
  });
}
