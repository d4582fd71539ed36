import { expect, test } from "vitest";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { accept, aDesk, ANA, aTalk, BRUNO, CARLA, composer, gone, NARROW, poll, row, seen } from "./desk.ts";
import { chooseIn } from "./fields.ts";

const desk = aDesk();

test("who resolves by mistake takes it back by the button or by Ctrl+Z, and is where they were", async () => {
  const page = await desk.logIn(BRUNO);
  await aTalk(desk, page, "Paula Reis", "Oi!");
  const place = page.url();
  const status = page.getByRole("status");
  for (const way of ["button", "key"]) {
    await page.keyboard.press("Alt+r");
    await page.waitForURL("**/tickets");
    await seen(status.getByText("Atendimento de Paula Reis resolvido"));
    if (way === "button") await status.getByRole("button", { name: "Desfazer" }).last().click();
    else await page.keyboard.press("Control+z");
    await page.waitForURL(place);
    await seen(status.getByText("Desfeito"));
    await seen(page.getByText("Bruno desfez o encerramento"));
    await gone(status.getByText("Atendimento de Paula Reis resolvido"));
    await composer(page).fill("");
  }
  await poll(() => composer(page).isEnabled()).toBe(true);
});

test("of three moves in a row a phone shows the last, and each before it once the later one is undone", async () => {
  const page = await desk.logIn(BRUNO, { viewport: NARROW, hasTouch: true });
  const names = ["Ugo Maia", "Vera Luz", "Wando Reis"];
  for (const name of names) {
    await aTalk(desk, page, name, "Oi!");
    await page.goto("/tickets");
  }
  for (const name of names) {
    await row(page, name).getByRole("link").click();
    await page.getByRole("button", { name: "Resolver" }).filter({ visible: true }).click();
    await page.waitForURL("**/tickets");
  }
  const undo = page.getByRole("status").getByRole("button", { name: "Desfazer" });
  const news = (name: string) => `Atendimento de ${name} resolvido`;
  for (const name of names.toReversed()) {
    await seen(page.getByText(news(name)));
    await poll(() => undo.filter({ visible: true }).count()).toBe(1);
    // One for the move, and perhaps one that says that the move after it was undone.
    const { height } = (await page.getByRole("status").filter({ has: page.getByText(news(name)) }).boundingBox())!;
    expect(height).toBeLessThan(140);
    await undo.filter({ visible: true }).click();
    await seen(page.getByRole("heading", { name, level: 2 }));
  }
});

test("on a phone what can be undone lies on no button of a dialog", async () => {
  const page = await desk.logIn(BRUNO, { viewport: NARROW, hasTouch: true });
  await aTalk(desk, page, "Xênia Paz", "Oi!");
  await page.getByRole("button", { name: "Resolver" }).filter({ visible: true }).click();
  await page.waitForURL("**/tickets");
  await page.getByRole("button", { name: /Novo atendimento/ }).first().click();
  const dialog = page.getByRole("dialog");
  await seen(page.getByText("Atendimento de Xênia Paz resolvido"));
  await seen(dialog.getByRole("button", { name: "Cancelar" }));
  const [toast, button] = await Promise.all([
    page.getByRole("status").filter({ has: page.getByText("Atendimento de Xênia Paz resolvido") }).boundingBox(),
    dialog.getByRole("button", { name: "Cancelar" }).boundingBox(),
  ]);
  expect(toast!.y + toast!.height).toBeLessThan(button!.y);
});

test("several moves in a row are each undone, the latest first", async () => {
  const page = await desk.logIn(BRUNO);
  await aTalk(desk, page, "Quim Souza", "Olá");
  const first = page.url();
  desk.customer("Rute Lima").write(AURORA_PHONE, "Boa tarde");
  await seen(row(page, "Rute Lima"));
  await page.getByRole("button", { name: "Resolver" }).filter({ visible: true }).click();
  await page.waitForURL("**/tickets");
  await page.keyboard.press("Alt+a");
  await seen(page.getByRole("heading", { name: "Rute Lima", level: 2 }));
  // In a field Ctrl+Z is the field's own.
  await composer(page).fill("Boa");
  await page.keyboard.press("Control+z");
  await seen(page.getByRole("heading", { name: "Rute Lima", level: 2 }));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await seen(page.getByRole("button", { name: "Aceitar Conversa: Rute Lima" }));
  await page.keyboard.press("Control+z");
  await page.waitForURL(first);
  await seen(page.getByText("Bruno desfez o encerramento"));
});

test("a transfer says where the ticket is, carries a note, and is undone with it", async () => {
  const [bruno, carla] = [await desk.logIn(BRUNO), await desk.logIn(CARLA)];
  await aTalk(desk, bruno, "Sara Pinto", "Quero encomendar");
  const place = bruno.url();
  const transfer = async () => {
    await bruno.keyboard.press("Alt+t");
    await seen(bruno.getByText("Agora em Encomendas, com Bruno Tavares"));
    await chooseIn(bruno.getByRole("dialog").getByLabel("Fila"), "Entregas");
  };
  await transfer();
  await bruno.getByLabel("Observação para quem recebe").fill("Sem coco, por favor");
  await bruno.getByRole("dialog").getByRole("button", { name: "OK" }).click();
  await seen(carla.getByRole("button", { name: "Aceitar Conversa: Sara Pinto" }));
  const toast = bruno.getByText("Atendimento de Sara Pinto transferido").locator("..");
  await toast.getByRole("button", { name: "Desfazer" }).click();
  await bruno.waitForURL(place);
  await gone(row(carla, "Sara Pinto"));
  // Nobody has to write it again.
  await transfer();
  await poll(() => bruno.getByLabel("Observação para quem recebe").inputValue()).toBe("Sem coco, por favor");
  await bruno.getByRole("dialog").getByRole("button", { name: "OK" }).click();
  await accept(carla, "Sara Pinto");
  await seen(carla.locator("q").getByText("Sem coco, por favor"));
});

test("a tag that was taken off comes back", async () => {
  const page = await desk.logIn(ANA), told: number[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/tags/sync")) told.push(request.postDataJSON().tags.length);
  });
  await aTalk(desk, page, "Tito Braz", "Oi");
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByRole("combobox", { name: "Buscar ou criar tag" }).fill("Fiel");
  await page.keyboard.press("Enter");
  const off = page.getByRole("button", { name: "Tirar a tag Fiel" });
  await seen(off);
  await page.keyboard.press("Escape");
  await off.click();
  // That it was put on can be undone, too, by a button of that name.
  const toast = page.getByText("Tag Fiel tirada").locator("..");
  await toast.getByRole("button", { name: "Desfazer" }).click();
  await seen(off);
  await poll(() => told).toEqual([1, 0, 1]);
});
