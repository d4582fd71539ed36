import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { aDesk, aPicture, aTalk, BRUNO, bubble, composer, gone, NARROW, poll, say, seen } from "./desk.ts";
import { hold } from "./hold.ts";

const desk = aDesk();

const fileInput = (page: Page) => page.locator("input[type=file]");
const tray = (page: Page) => page.getByRole("list", { name: "Anexos" });
const aPdf = (name: string) => ({ name, mimeType: "application/pdf", buffer: Buffer.from(`%PDF-1.4 ${name}`) });

test("quick replies and signature stand in the bar, or on a phone in the menu, and never twice", async () => {
  const page = await desk.logIn(BRUNO);
  await aTalk(desk, page, "Wilma Meio");
  for (const width of [1440, 899, 700, 600, 599, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const inBar = page.locator("form").getByRole("button", { name: "Respostas rápidas" });
    const switchInBar = page.getByRole("switch", { name: /Assinar como/ }).filter({ visible: true });
    await poll(() => inBar.filter({ visible: true }).count()).toBe(width < 600 ? 0 : 1);
    await poll(() => switchInBar.count()).toBe(width < 600 ? 0 : 1);
    await page.getByRole("button", { name: "Anexar", exact: true }).click();
    await seen(page.getByRole("menuitem", { name: "Localização" }));
    const inMenu = page.getByRole("menuitem", { name: "Respostas rápidas" });
    await poll(() => inMenu.count()).toBe(width < 600 ? 1 : 0);
    await page.keyboard.press("Escape");
  }
});

for (const [size, options] of [["wide", {}], ["narrow", { viewport: NARROW, hasTouch: true }]] as const) {
  test(`several files leave in order, the first with what was written, on a ${size} screen`, async () => {
    const page = await desk.logIn(BRUNO, options);
    const rosa = await aTalk(desk, page, `Rosa ${size}`);
    const picture = Buffer.from(await aPicture(page, "tomato", 800, 600));
    await fileInput(page).setInputFiles([
      { name: "bolo.png", mimeType: "image/png", buffer: picture },
      aPdf("menu.pdf"),
      aPdf("preços.pdf"),
    ]);
    await seen(page.locator("[data-composer]:focus"));
    await page.getByRole("button", { name: "Tirar preços.pdf" }).click();
    await say(page, "Este é o bolo");
    const image = await rosa.waitFor(({ media }) => media?.kind === "image");
    expect(image.media).toMatchObject({ width: 800, height: 600, caption: expect.stringContaining("Este é o bolo") });
    expect(image.media!.thumbnail).toBeGreaterThan(300);
    const menu = await rosa.waitFor(({ media }) => media?.kind === "document");
    expect(menu.media).toMatchObject({ fileName: "menu.pdf" });
    expect(menu.media!.caption ?? "").not.toContain("Este é o bolo");
    await seen(bubble(page, "menu.pdf"));
    expect(rosa.received.filter(({ media }) => media?.fileName === "preços.pdf")).toEqual([]);
  });
}

test("a file can be taken back in its two seconds and while it goes up; its words stand in the composer again", async () => {
  const page = await desk.logIn(BRUNO);
  const ivo = await aTalk(desk, page, "Ivo Prazo");
  await fileInput(page).setInputFiles([aPdf("errado.pdf")]);
  await say(page, "Segue o contrato");
  await seen(bubble(page, "errado.pdf").getByText(/Sai em [12] s/));
  await page.getByRole("button", { name: "Cancelar" }).click();
  await gone(bubble(page, "errado.pdf"));
  await poll(() => composer(page).inputValue()).toBe("Segue o contrato");
  await composer(page).fill("");

  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 };
  await line.send("Network.emulateNetworkConditions", slow);
  const large = { ...aPdf("grande.pdf"), buffer: Buffer.concat([Buffer.from("%PDF-1.4 "), Buffer.alloc(4_000_000)]) };
  await fileInput(page).setInputFiles([large]);
  await page.getByRole("button", { name: "Enviar" }).click();
  const bar = page.getByRole("progressbar", { name: "Envio de grande.pdf" });
  await poll(async () => Number(await bar.getAttribute("aria-valuenow").catch(() => 0))).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Cancelar" }).click();
  await gone(bubble(page, "grande.pdf"));
  await line.send("Network.emulateNetworkConditions", { ...slow, uploadThroughput: -1 });
  await say(page, "Fica para depois");
  await ivo.waitFor((message) => message.text?.includes("Fica para depois") ?? false);
  expect(ivo.received).toHaveLength(1);
});

test("a picture that is none is named and left out at once; what was chosen with it stays", async () => {
  const page = await desk.logIn(BRUNO);
  const lia = await aTalk(desk, page, "Lia Foto");
  const aJpeg = (name: string, bytes: string) => ({
    name,
    mimeType: "image/jpeg",
    buffer: Buffer.from(bytes, "latin1"),
  });
  await fileInput(page).setInputFiles([
    aJpeg("quebrada.jpg", "\xff\xd8\xff\xe0\0\x10JFIF\0\x01"),
    aJpeg("iphone.jpg", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"),
    { name: "bolo.png", mimeType: "image/png", buffer: Buffer.from(await aPicture(page)) },
    aPdf("menu.pdf"),
  ]);
  await seen(page.getByText("“quebrada.jpg” não abre como imagem e ficou de fora. Confira o arquivo e anexe de novo."));
  await poll(() => tray(page).getByRole("button").evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual([
    "Tirar iphone.jpg",
    "Tirar bolo.png",
    "Tirar menu.pdf",
  ]);
  // The browser does not show it, but what shows it may.
  await poll(() => tray(page).locator("img").count()).toBe(1);
  await say(page, "Três anexos");
  await poll(() => lia.received.filter(({ media }) => media).length).toBe(3);
});

test("a file that is refused for good says why and can only be given up; its words stand in the composer again", async () => {
  const page = await desk.logIn(BRUNO);
  await aTalk(desk, page, "Nilo Som");
  await fileInput(page).setInputFiles([
    { name: "recado.mp3", mimeType: "audio/mpeg", buffer: Buffer.from("Isto não é um som") },
  ]);
  await say(page, "Ouça, por favor");
  const failed = page.locator("[data-failed]");
  await seen(failed.getByText("O arquivo está danificado ou não é do tipo que o nome diz."));
  expect(await failed.getByRole("button", { name: "Tentar novamente" }).count()).toBe(0);
  await failed.getByRole("button", { name: "Descartar" }).click();
  await gone(failed);
  await poll(() => composer(page).inputValue()).toBe("Ouça, por favor");
});

test("of a hundred files dropped at once thirty are taken, and it is said so", async () => {
  const page = await desk.logIn(BRUNO);
  await aTalk(desk, page, "Cem Arquivos");
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    for (let nth = 0; nth < 100; nth++) transfer.items.add(new File(["x"], `${nth}.txt`, { type: "text/plain" }));
    return transfer;
  });
  await page.getByRole("log").dispatchEvent("dragover", { dataTransfer: dropped });
  await seen(page.getByText("Solte os arquivos para anexar"));
  await page.getByRole("log").dispatchEvent("drop", { dataTransfer: dropped });
  await seen(page.getByText("Só podem ser enviados 30 arquivos de cada vez. Fora ficaram: 70."));
  await poll(() => tray(page).getByRole("listitem").count()).toBe(30);
});

test("a pasted picture is attached; a text of 65,000 characters leaves whole, and a longer one is not cut silently", async () => {
  const page = await desk.logIn(BRUNO);
  const lena = await aTalk(desk, page, "Lena Cola");
  await composer(page).evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(["%PDF-1.4"], "colado.pdf", { type: "application/pdf" }));
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByRole("button", { name: "Tirar colado.pdf" }).click();
  // Cells of a spreadsheet come with a picture of themselves.
  await composer(page).evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "pão\t12");
    clipboardData.setData("text/html", "<table><tr><td>pão<td>12</table>");
    clipboardData.items.add(new File(["x"], "image.png", { type: "image/png" }));
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  expect(await tray(page).count()).toBe(0);
  const paste = (text: string) =>
    composer(page).evaluate((field: HTMLTextAreaElement, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      if (field.dispatchEvent(event)) document.execCommand("insertText", false, text);
    }, text);
  await composer(page).focus();
  await paste("linha de texto ".repeat(5000));
  await seen(page.getByText(/O texto colado passa do que o WhatsApp leva/));
  await poll(() => composer(page).inputValue()).toBe("");
  const long = "texto longo ".repeat(5400).trim();
  await paste(long);
  const height = await composer(page).evaluate((field) => field.getBoundingClientRect().height);
  expect(height).toBeLessThanOrEqual(120);
  await composer(page).press("Enter");
  const got = await lena.waitFor((message) => (message.text?.length ?? 0) > 60_000);
  expect(got.text!.endsWith(long)).toBe(true);
  const own = page.locator("[data-message][data-own]").last();
  const length = () => own.locator("p").first().evaluate((one) => one.textContent!.length);
  await poll(length).toBeLessThan(1800);
  await own.getByRole("button", { name: "Ler mais" }).click();
  await poll(length).toBeGreaterThan(60_000);
});

test("a place from a map's link, a place of one's own, a contact and a sticker reach the customer", async () => {
  const page = await desk.logIn(BRUNO, {
    permissions: ["geolocation"],
    geolocation: { latitude: -23.5614, longitude: -46.6559 },
  });
  await aTalk(desk, page, "Neide Cartão");
  const gil = await aTalk(desk, page, "Gil Mapas");
  const pick = async (name: string) => {
    await page.getByRole("button", { name: "Anexar", exact: true }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await pick("Localização");
  const link = page.getByLabel("Link do mapa ou coordenadas");
  await link.fill("Rua das Flores");
  await link.press("Enter");
  await seen(page.getByText("Não há coordenadas neste texto. Cole o link inteiro do mapa."));
  await link.fill(
    "https://www.google.com/maps/place/Pra%C3%A7a+da+S%C3%A9/@-23.5,-46.6,15z/data=!3d-23.55052!4d-46.63331",
  );
  await link.press("Enter");
  const square = await gil.waitFor(({ location }) => location !== undefined);
  expect(square.location).toMatchObject({ name: "Praça da Sé", latitude: expect.closeTo(-23.55052, 4) });
  await seen(bubble(page, "Praça da Sé"));

  await pick("Localização");
  await page.getByRole("button", { name: "Usar onde estou" }).click();
  await poll(() => link.inputValue()).toBe("-23.561400, -46.655900");
  await link.press("Enter");
  await gil.waitFor(({ location }) => Math.abs((location?.latitude ?? 0) + 23.5614) < 0.001);

  await pick("Contato");
  await page.getByRole("searchbox", { name: "Buscar contatos" }).fill("neide cart");
  await poll(() => page.getByRole("dialog").getByRole("checkbox").count()).toBe(1);
  await page.getByRole("dialog").getByRole("checkbox", { name: /Neide Cartão/ }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Enviar" }).click();
  const card = await gil.waitFor(({ contact }) => contact !== undefined);
  expect(card.contact!.name).toBe("Neide Cartão");

  const webp = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(512, 512);
    canvas.getContext("2d")!.fillRect(100, 100, 300, 300);
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: "image/webp" })).arrayBuffer())];
  });
  const chooser = page.waitForEvent("filechooser");
  await pick("Figurinha");
  await (await chooser).setFiles([{ name: "oi.webp", mimeType: "image/webp", buffer: Buffer.from(webp) }]);
  const sticker = await gil.waitFor(({ media }) => media?.kind === "sticker");
  expect(sticker.media).toMatchObject({ mimetype: "image/webp", width: 512, size: webp.length });
  await seen(page.locator("[data-message][data-sticker]"));
});

test("an emoji found by its name stands where the cursor is", async () => {
  const page = await desk.logIn(BRUNO);
  await aTalk(desk, page, "Emília Emoji");
  await composer(page).fill("Feliz aniversário !");
  await composer(page).press("ArrowLeft");
  await page.getByRole("button", { name: "Emojis" }).click();
  await page.getByRole("searchbox", { name: "Buscar emojis" }).fill("bolo de aniv");
  await seen(page.getByRole("button", { name: "bolo de aniversário" }));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await poll(() => composer(page).inputValue()).toBe("Feliz aniversário 🎂!");
});

test("an emoji that is chosen before the names have come waits for them; who closes the list takes that back", async () => {
  const page = await desk.logIn(BRUNO);
  await aTalk(desk, page, "Emília Espera");
  const NAMES = "**/assets/compact-*.js", asked = page.waitForRequest(NAMES), letThemCome = await hold(page, NAMES);
  const chooseUnseen = async (search: string) => {
    await page.getByRole("button", { name: "Emojis" }).click();
    await page.getByRole("searchbox", { name: "Buscar emojis" }).fill(search);
    await page.keyboard.press("Enter");
  };
  await chooseUnseen("foguete");
  await asked;
  await page.keyboard.press("Escape");
  await gone(page.getByRole("searchbox", { name: "Buscar emojis" }));
  await chooseUnseen("bolo de aniv");
  await letThemCome();
  await poll(() => composer(page).inputValue()).toBe("🎂");
});

test("the signature's switch is kept on this device, and decides what the customer reads", async () => {
  const page = await desk.logIn(BRUNO);
  const ada = await aTalk(desk, page, "Ada Assina");
  await page.getByRole("switch", { name: "Assinar como Bruno Tavares" }).click();
  await page.reload();
  await say(page, "Sem assinatura");
  await ada.waitFor(({ text }) => text === "Sem assinatura");
  await page.getByRole("switch", { name: "Assinar como Bruno Tavares" }).click();
  await say(page, "  \n ");
  await say(page, "Com assinatura");
  await ada.waitFor(({ text }) => text === "*Bruno Tavares:*\nCom assinatura");
  expect(ada.received).toHaveLength(2);
});
