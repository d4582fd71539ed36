import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { rememberContact } from "../../src/contacts/remember.ts";
import { removeTicket } from "../../src/messages/remove_ticket.ts";
import { LARGEST_FILE } from "../../src/shared/limits.ts";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { ticketTable } from "../../src/tickets/table.ts";
import { inspection } from "./axe.ts";
import { loginOf } from "./browser.ts";
import {
  aDesk,
  ANA,
  aPicture,
  aTalk,
  bubble,
  composer,
  gone,
  NARROW,
  NINA,
  poll,
  row,
  say,
  seen,
  typeLogin,
  WIDE,
} from "./desk.ts";
import { ageLists, keepOlder, keptFiles, keptHours, keptText, keptThreads } from "./kept.ts";
import { scriptsCalled, withImports } from "../weight.ts";

// The whole browser: its headless shell installs nothing, and finds no fault with anything.
const desk = aDesk({ sound: true });
const DAY = 86_400_000;
const ALLOWED = { serviceWorkers: "allow" } as const;

/** Waits until this page's files are kept, and it is the worker that brings them. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (!serviceWorker.controller) {
      await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    }
  });
  await poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(1);
}

const OLD = /^Sem conexão · o que você vê é de \d\d:\d\d$/;

test("what was read is there without a network, with a word of when that was, and an answer waits for the line", async () => {
  const page = await desk.logIn(ANA, ALLOWED);
  const elsa = await aTalk(desk, page, "Elsa Prado", "Vocês abrem amanhã?");
  await kept(page);
  await keptThread(page, "Vocês abrem amanhã");
  await page.goto("/tickets");
  await page.context().setOffline(true);
  await page.goto("/tickets");
  await seen(page.getByText(OLD));
  // A list that was empty is no list that did not come, and nothing is missing from one that was whole.
  await seen(page.getByText("Ninguém está esperando."));
  expect(await page.getByText("O resto da lista não chegou.").count()).toBe(0);
  await row(page, "Elsa Prado").getByRole("link").click();
  await seen(bubble(page, "Vocês abrem amanhã?"));
  expect(await page.getByText("Pode haver mensagens mais novas").count()).toBe(0);
  await say(page, "Abrimos às oito");
  await seen(bubble(page, "Abrimos às oito").getByText("Sem conexão. Será enviada quando ela voltar."));
  await page.getByRole("tab", { name: "Resolvidos" }).click();
  await seen(page.getByText("A lista não chegou"));
  // Nothing of the contacts is kept, so nothing of what is seen there is old.
  await page.goto("/contacts");
  await seen(page.getByText("Sem conexão. Reconectando…"));
  expect(await page.getByText(OLD).count()).toBe(0);
  // The installed app begins where the dashboard is, of which nothing is kept.
  await page.goto("/");
  await seen(row(page, "Elsa Prado"));
  expect(new URL(page.url()).pathname).toBe("/tickets");

  elsa.write(AURORA_PHONE, "Alô?");
  await page.context().setOffline(false);
  await elsa.waitFor((message) => message.text?.includes("Abrimos às oito") ?? false);
  await gone(page.getByText(OLD));
  await row(page, "Elsa Prado").getByRole("link").click();
  await seen(bubble(page, "Alô?"));
  expect(elsa.received.filter(({ text }) => text?.includes("Abrimos às oito")).length).toBe(1);
});

test("a tablet that is turned without a network has its tabs, and the contact's panel", async () => {
  const page = await desk.logIn(ANA, ALLOWED);
  await aTalk(desk, page, "Tina Luz", "Posso buscar hoje?");
  await kept(page);
  await keptThread(page, "Posso buscar hoje");
  await poll(() => keptFiles(page)).toContain("ContactDrawer");
  await page.goto("/tickets");
  await page.context().setOffline(true);
  await page.goto("/tickets");
  await row(page, "Tina Luz").getByRole("link").click();
  await seen(bubble(page, "Posso buscar hoje?"));
  await page.getByRole("button", { name: "Dados do contato" }).click();
  await seen(page.getByRole("complementary", { name: "Contato" }).getByText("Tina Luz"));
  await page.setViewportSize(NARROW);
  await seen(page.getByText("Ticket", { exact: true }));
  await page.setViewportSize(WIDE);
  await seen(row(page, "Tina Luz"));
  await page.context().setOffline(false);
});

test("a conversation that went on since it was read says so without a network; lists behind a filter keep their hour", async () => {
  const page = await desk.logIn(ANA, ALLOWED);
  const lena = await aTalk(desk, page, "Lena Maia", "Boa tarde");
  await kept(page);
  await keptThread(page, "Boa tarde");
  await page.goto("/tickets");
  lena.write(AURORA_PHONE, "Já fecharam?");
  await seen(row(page, "Lena Maia").getByText("Já fecharam?"));
  await poll(() => keptText(page)).toContain("Já fecharam?");
  await page.context().setOffline(true);
  await page.goto("/tickets");
  await row(page, "Lena Maia").getByRole("link").click();
  await seen(bubble(page, "Boa tarde"));
  await seen(page.getByText(/^Esta conversa é de \d\d:\d\d\. Pode haver mensagens mais novas\.$/));
  await page.context().setOffline(false);
  await seen(bubble(page, "Já fecharam?"));
  await gone(page.getByText("Pode haver mensagens mais novas"));

  const seenAt = async () => (await keptHours(page)).open;
  await page.goto("/tickets?queues=1");
  await row(page, "Lena Maia").getByRole("link").click();
  await seen(bubble(page, "Já fecharam?"));
  const before = await seenAt();
  lena.write(AURORA_PHONE, "Até amanhã");
  // The thread is written down; of the lists there is nothing new to be kept.
  await poll(() => keptText(page)).toContain("Até amanhã");
  expect(await seenAt()).toBe(before);
  await page.goto("/tickets");
  await poll(seenAt).not.toBe(before);
});

test("a list that was not looked at since another day says of which day it is, without a network; the others of when they are", async () => {
  const page = await desk.logIn(ANA, ALLOWED);
  const ivo = await aTalk(desk, page, "Ivo Prado", "Até logo");
  await row(page, "Ivo Prado").getByRole("link").click();
  await page.getByRole("button", { name: "Resolver" }).first().click();
  await page.getByRole("tab", { name: "Resolvidos" }).click();
  await seen(row(page, "Ivo Prado"));
  await kept(page);
  await poll(async () => (await keptHours(page)).closed).toBeDefined();
  await page.context().setOffline(true);
  await page.goto("/tickets");
  await seen(page.getByText(OLD));
  await ageLists(page, DAY);
  const yesterday = (await keptHours(page)).closed;
  // This page would read all its lists anew.
  await page.goto("about:blank");
  await page.context().setOffline(false);
  await page.goto("/tickets");
  ivo.write(AURORA_PHONE, "Bom dia");
  await seen(row(page, "Ivo Prado"));
  await poll(async () => (await keptHours(page)).open! - yesterday! > 1000).toBe(true);
  expect((await keptHours(page)).closed).toBe(yesterday);

  await page.context().setOffline(true);
  await page.goto("/tickets");
  await seen(page.getByText(OLD));
  const ofList = page.getByText(/^Esta lista é de \d\d\/\d\d\/\d{4}\. Pode ter mudado\.$/);
  await seen(row(page, "Ivo Prado"));
  expect(await ofList.count()).toBe(0);
  await page.getByRole("tab", { name: "Resolvidos" }).click();
  await seen(ofList);
  const { look, pass } = inspection(page);
  await look("an older list");
  pass();
  // Once it was read, it is of now.
  await page.context().setOffline(false);
  await gone(ofList);
  await poll(async () => (await keptHours(page)).closed! > yesterday!).toBe(true);
});

test("twenty threads are kept, the others go that were left alone for longest; after a week nothing is shown any more", async () => {
  const page = await desk.logIn(ANA, ALLOWED);
  const ravi = await aTalk(desk, page, "Ravi Luz", "Bom dia, Ana");
  await kept(page);
  await keptThread(page, "Bom dia, Ana");
  const [uuid] = await keptThreads(page);
  await keepOlder(page, 22);
  ravi.write(AURORA_PHONE, "Tem broa?");
  await poll(() => keptThreads(page)).toHaveLength(20);
  expect(new Set(await keptThreads(page)))
    .toEqual(new Set([uuid, ...Array.from({ length: 19 }, (_, nth) => `old-${nth + 4}`)]));

  await page.context().setOffline(true);
  await page.goto("/tickets");
  await seen(row(page, "Ravi Luz"));
  await ageLists(page, 8 * DAY);
  await page.goto("/tickets");
  await seen(page.getByText("O servidor não responde"));
  // When the server is asked again, what is kept has been looked into long since.
  await page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/auth/refresh_token"));
  expect(await row(page, "Ravi Luz").count()).toBe(0);
  await page.context().setOffline(false);
  await seen(row(page, "Ravi Luz"));
});

test("the second visit finds the app compiled, by a page that is made for that", async () => {
  const page = await desk.logIn(ANA, ALLOWED), browser = page.context().browser()!;
  await kept(page);
  const inert = (html: string) => html.replace(/<script type="application.*?<\/script>/s, "");
  const asBuilt = inert(await (await fetch(`${desk.url}/tickets`)).text());
  const scripts = Array.from(asBuilt.matchAll(/rel="modulepreload"[^>]* href="([^"]+)"/g), ([, path]) => path!);
  expect(scripts).toHaveLength(3);
  await poll(() =>
    page.evaluate(async () => (await (await navigator.serviceWorker.ready).navigationPreload.getState()).headerValue)
  ).toBe(/<script type="module"[^>]* src="([^"]+)"/.exec(asBuilt)![1]);
  await browser.startTracing(page, { categories: ["devtools.timeline", "v8"] });
  const second = await (await page.goto("/tickets"))!.text();
  await seen(page.getByRole("heading", { name: "Atendimentos" }));
  const { traceEvents } = JSON.parse(new TextDecoder().decode(await browser.stopTracing())) as {
    traceEvents: Traced[];
  };
  expect(inert(second)).toBe(asBuilt.replaceAll('rel="modulepreload"', 'rel="preload" as="script"'));
  const fromKeeping = new Set(
    traceEvents.filter(({ args }) => (args?.data?.consumedCacheSize ?? 0) > 0)
      .map(({ args }) => args!.fileName?.slice(desk.url.length)),
  );
  expect(scripts.filter((path) => !path.includes("runtime") && !fromKeeping.has(path))).toEqual([]);
});

/** What Chromium says of something it has done, as far as it is asked for here. */
interface Traced {
  args?: { fileName?: string; data?: { consumedCacheSize?: number } };
}

test("a ticket that was deleted is kept no longer, whether it is open or not", async () => {
  const page = await desk.logIn(ANA, ALLOWED);
  await aTalk(desk, page, "Saul Pinho", "Apague isto");
  await kept(page);
  await keptThread(page, "Apague isto");
  await aTalk(desk, page, "Sara Pinho", "E isto");
  await keptThread(page, "E isto");
  const { aurora } = desk.road, had = (await keptThreads(page)).length;
  const idOf = (uuid: string) => aurora.read.select().from(ticketTable).where(eq(ticketTable.uuid, uuid)).all()[0]!.id;
  for (const [nth, uuid] of (await keptThreads(page)).entries()) {
    await removeTicket(aurora, idOf(uuid));
    await poll(async () => (await keptThreads(page)).length).toBe(had - nth - 1);
  }
  await poll(() => keptText(page)).not.toMatch(/Apague isto|E isto/);
});

test("nobody finds in a browser what another person has read in it", async () => {
  const page = await desk.logIn(ANA, ALLOWED);
  await aTalk(desk, page, "Gil Torres", "Segredo da Ana");
  await kept(page);
  await poll(() => keptText(page)).toContain("Segredo da Ana");
  await logOut(page);
  await poll(() => keptText(page)).toBe("");
  await page.context().setOffline(true);
  await page.goto("/tickets");
  await seen(page.getByLabel("E-mail"));
  expect(await page.getByText("Gil Torres").count()).toBe(0);
  await page.context().setOffline(false);
  await typeLogin(page, NINA);
  await seen(page.getByRole("tab", { name: "Atendimento" }));
  await poll(() => keptText(page)).toContain("Nina");
  expect(await keptText(page)).not.toContain("Segredo da Ana");

  // The login ends elsewhere: what was read goes with it.
  const other = await desk.open({ storageState: await loginOf(desk.url, NINA) });
  await other.goto("/tickets");
  await seen(page.getByLabel("E-mail"));
  await poll(() => keptText(page)).toBe("");
});

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Conta de" }).click();
  await page.getByRole("button", { name: "Sair" }).click();
}

test("browsers take it for an app that can be installed, with its name, icons, shortcuts and what it is shared with", async () => {
  const page = await desk.logIn(ANA, ALLOWED);
  await kept(page);
  const protocol = await page.context().newCDPSession(page);
  const lacks = async () => {
    const { installabilityErrors } = await protocol.send("Page.getInstallabilityErrors");
    // Playwright's browsers are private windows.
    return installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito");
  };
  expect(await lacks()).toEqual([]);
  const { errors, data, url } = await protocol.send("Page.getAppManifest");
  expect([errors, new URL(url).pathname]).toEqual([[], "/manifest.webmanifest"]);
  const manifest = JSON.parse(data!);
  expect(manifest).toMatchObject({ name: "Balcão", display: "standalone", start_url: "/", id: "/" });
  for (const { src, sizes, type } of manifest.icons) {
    expect(await sizeOf(page, src), src).toBe(sizes);
    expect((await page.request.get(src)).headers()["content-type"]).toBe(type);
  }
  expect(manifest.icons.some(({ purpose }: { purpose: string }) => purpose === "maskable")).toBe(true);
  await page.goto("/api-reference.html");
  expect(await lacks()).toEqual(["no-manifest"]);
  await page.goto(manifest.shortcuts[0].url);
  await seen(page.getByRole("dialog", { name: "Novo atendimento" }));
  await page.goto(manifest.shortcuts[1].url);
  await seen(page.getByRole("searchbox"));
});

function sizeOf(page: Page, src: string): Promise<string> {
  return page.evaluate(async (src) => {
    const picture = await createImageBitmap(await (await fetch(src)).blob());
    return `${picture.width}x${picture.height}`;
  }, src);
}

/** As a phone's system does it: a form is posted, and what answers is shown. */
async function share(
  page: Page,
  what: { files?: [name: string, type: string, bytes: number[] | number][]; text?: string },
) {
  await page.evaluate(({ files = [], text = "" }) => {
    const form = Object.assign(document.createElement("form"), {
      action: "/share",
      method: "POST",
      enctype: "multipart/form-data",
    });
    const field = Object.assign(document.createElement("input"), { type: "file", name: "files", multiple: true });
    const chosen = new DataTransfer();
    for (const [name, type, bytes] of files) {
      chosen.items.add(new File([new Uint8Array(bytes as number[])], name, { type }));
    }
    field.files = chosen.files;
    form.append(field, Object.assign(document.createElement("input"), { name: "text", value: text }));
    document.body.append(form);
    form.submit();
  }, what);
}

test("a picture that is shared from the phone lies in the composer of whom it is for, and is not sent by itself", async () => {
  const page = await desk.logIn(ANA, { ...ALLOWED, viewport: NARROW, hasTouch: true });
  const iara = await aTalk(desk, page, "Iara Nunes", "Me manda a foto?");
  await kept(page);
  await page.goto("/tickets");
  const picture = [...await aPicture(page)];
  await share(page, { files: [["bolo.png", "image/png", picture]], text: "Ficou assim" });
  const dialog = page.getByRole("dialog", { name: "Compartilhar com quem?" });
  await seen(dialog.getByText("bolo.png"));
  await seen(dialog.getByText("Ficou assim"));
  const { look, pass } = inspection(page);
  await look("share");
  pass();
  await dialog.getByRole("option", { name: /Iara Nunes/ }).click();
  await seen(page.getByRole("img", { name: "bolo.png" }).or(page.getByText("bolo.png")));
  await poll(() => composer(page).inputValue()).toBe("Ficou assim");
  expect(new URL(page.url()).pathname).toMatch(/^\/tickets\/.+/);
  expect(iara.received.some(({ text }) => text?.includes("Ficou assim"))).toBe(false);
  await page.goto("/share");
  await seen(page.getByText("Nada foi compartilhado"));
});

test("somebody without a ticket in progress gets a new one first, chosen by the keyboard, and what is shared lies in it", async () => {
  desk.road.aurora.write((db) => {
    const number = "5511912350077";
    rememberContact(db, { jid: `${number}@s.whatsapp.net`, phone: number }, "Jorge Padrinho", 1);
  });
  const page = await desk.logIn(ANA, ALLOWED);
  await kept(page);
  await share(page, { text: "Tabela de preços" });
  const dialog = page.getByRole("dialog", { name: "Compartilhar com quem?" });
  const search = dialog.getByRole("combobox", { name: "Buscar por nome ou número" });
  const option = dialog.getByRole("option");
  await poll(() => option.count()).toBeGreaterThan(1);
  await search.fill("Jorge Pad");
  // Others stand there still, whom this is not for.
  await search.press("Enter");
  const asked = page.getByRole("dialog", { name: "Novo atendimento com Jorge Padrinho" });
  await seen(asked.getByText("fica no campo de mensagem"));
  // Who goes back chooses anew.
  await page.keyboard.press("Escape");
  await gone(asked);
  await poll(() => option.count()).toBe(1);
  await seen(option.getByText("Novo atendimento"));
  await search.press("Enter");
  await asked.getByRole("button", { name: "OK" }).click();
  await poll(() => composer(page).inputValue()).toBe("Tabela de preços");
});

/** Waits until the thread itself is kept, of which the lists have the last message only. */
function keptThread(page: Page, text: string) {
  return poll(() => keptText(page)).toMatch(new RegExp(`"messages":\\[[^\\]]*${text}`));
}

/** Waits until the screens of the shortcuts are kept as well, which nobody has opened yet. */
function keptShortcuts(page: Page) {
  // With all that they import: a part that comes without one of these does not come.
  const needed = withImports(
    scriptsCalled(["SearchPage", "NewTicket", "NewTicketDialog", "AttachmentTray", "upload", "fitting", "AnswerBar"]),
  );
  return poll(() =>
    page.evaluate(async (needed) => {
      const kept = await (await caches.open((await caches.keys())[0]!)).keys();
      const paths = new Set(kept.map(({ url }) => new URL(url).pathname));
      return needed.filter((name) => !paths.has(`/assets/${name}`));
    }, [...needed])
  ).toEqual([]);
}

test("without a network something is shared with a ticket that was read here, and leaves when the line is back", async () => {
  const page = await desk.logIn(ANA, { ...ALLOWED, viewport: NARROW, hasTouch: true });
  const caio = await aTalk(desk, page, "Caio Leme", "Manda a lista?");
  await kept(page);
  await keptThread(page, "Manda a lista");
  await keptShortcuts(page);
  await page.context().setOffline(true);
  await share(page, { files: [["lista.txt", "text/plain", [111, 105]]], text: "Segue" });
  const dialog = page.getByRole("dialog", { name: "Compartilhar com quem?" });
  await seen(dialog.getByText("Sem conexão: aqui estão os atendimentos em andamento"));
  const { look, pass } = inspection(page);
  await look("share offline");
  pass();
  await dialog.getByRole("combobox").fill("ninguém assim");
  await seen(dialog.getByText("Sem conexão não há outros"));
  await dialog.getByRole("combobox").fill("caio");
  await dialog.getByRole("option", { name: /Caio Leme/ }).click();
  await seen(page.getByText("lista.txt"));
  await poll(() => composer(page).inputValue()).toBe("Segue");
  await page.getByRole("button", { name: "Enviar" }).click();
  await seen(bubble(page, "Segue").getByText("Sem conexão. Será enviada quando ela voltar."));
  await page.context().setOffline(false);
  await caio.waitFor((message) => message.text?.includes("Segue") ?? false);
});

test("the shortcuts open without a network, and say what waits for it; the search finds what is kept", async () => {
  const page = await desk.logIn(ANA, ALLOWED);
  await aTalk(desk, page, "Dora Pires", "Tem pamonha?");
  await kept(page);
  await keptThread(page, "Tem pamonha");
  await keptShortcuts(page);
  await page.context().setOffline(true);
  await page.goto("/new");
  const dialog = page.getByRole("dialog", { name: "Novo atendimento" });
  await seen(dialog.getByText("um atendimento novo só pode ser aberto quando ela voltar"));
  await poll(() => dialog.getByRole("button", { name: "OK" }).isDisabled()).toBe(true);
  await page.goto("/search?q=PAMONHA");
  await seen(page.getByText("a busca vê só o que este aparelho guardou"));
  const { look, pass } = inspection(page);
  await look("search offline");
  pass();
  await page.getByRole("radio", { name: "Arquivos" }).click({ force: true });
  await seen(page.getByText("observações e arquivos não podem ser buscados"));
  await page.getByRole("radio", { name: "Mensagens" }).click({ force: true });
  await page.getByRole("link", { name: /Dora Pires/ }).click();
  await seen(bubble(page, "Tem pamonha?"));
  await page.context().setOffline(false);
});

test("what is shared by somebody who has to log in first waits for them", async () => {
  const page = await desk.open(ALLOWED);
  await page.goto("/login");
  await kept(page);
  await share(page, { text: "Endereço: Rua das Flores, 12" });
  await seen(page.getByLabel("E-mail"));
  await typeLogin(page, ANA);
  await seen(page.getByRole("dialog", { name: "Compartilhar com quem?" }).getByText("Rua das Flores"));
  // The one who leaves leaves nothing of it.
  await page.getByRole("dialog").getByRole("button", { name: "Fechar" }).click();
  await share(page, { text: "Outra coisa" });
  await seen(page.getByText("Outra coisa"));
  await page.goto("/tickets");
  await logOut(page);
  await typeLogin(page, NINA);
  await seen(page.getByRole("tab", { name: "Atendimento" }));
  await page.goto("/share");
  await seen(page.getByText("Nada foi compartilhado"));
});

test("of what is too large alone nothing can be shared, and it says so instead of asking with whom", async () => {
  const page = await desk.logIn(ANA, ALLOWED);
  await kept(page);
  await share(page, { files: [["festa.mp4", "video/mp4", LARGEST_FILE + 1]] });
  const dialog = page.getByRole("dialog", { name: "Nada para compartilhar" });
  await seen(dialog.getByText("“festa.mp4” passa de 64 MB e não pode ser enviado."));
  expect(await dialog.getByRole("combobox").count()).toBe(0);
  await dialog.getByRole("button", { name: "Entendi" }).click();
  await poll(() => new URL(page.url()).pathname).toBe("/tickets");
});

test("without its service worker the app says that what was shared did not come", async () => {
  const page = await desk.logIn(ANA);
  await share(page, { text: "Perdido" });
  await seen(page.getByText("O que você compartilhou não chegou"));
});

test("who may install the app finds it in the account's menu: by the browser's offer, or told how on an iPhone", async () => {
  const page = await desk.logIn(ANA);
  const menu = page.getByRole("button", { name: "Conta de" }),
    entry = page.getByRole("button", { name: "Instalar o Balcão" });
  await menu.click();
  await seen(page.getByRole("button", { name: "Sair" }));
  expect(await entry.count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.evaluate(() => {
    const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: () => Promise.resolve(document.body.dataset.asked = "yes"),
    });
    dispatchEvent(offer);
    document.body.dataset.held = String(offer.defaultPrevented);
  });
  await menu.click();
  await entry.click();
  await poll(() => page.evaluate(() => ({ ...document.body.dataset }))).toMatchObject({ held: "true", asked: "yes" });
  await menu.click();
  await seen(page.getByRole("button", { name: "Sair" }));
  expect(await entry.count()).toBe(0);

  const userAgent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
  const phone = await desk.logIn(ANA, { userAgent, viewport: NARROW, hasTouch: true });
  await phone.getByRole("button", { name: "Conta de" }).click();
  await phone.getByRole("button", { name: "Instalar o Balcão" }).click();
  await seen(phone.getByText("Adicionar à Tela de Início"));
  const { look, pass } = inspection(phone);
  await look("install by hand");
  await phone.getByRole("button", { name: "Entendi" }).click();
  // There pages are told nothing before they are installed.
  await phone.addInitScript(() => void delete (globalThis as { PushManager?: unknown }).PushManager);
  await phone.reload();
  await phone.getByRole("button", { name: "Conta de" }).click();
  await phone.getByRole("button", { name: "Avisos com o sistema fechado" }).click();
  await seen(phone.getByText("No iPhone e no iPad, instale primeiro:"));
  expect(await phone.getByRole("dialog").getByRole("listitem").allTextContents()).toEqual([
    "Toque em Compartilhar, na barra do navegador.",
    "Escolha “Adicionar à Tela de Início”.",
    "Abra pelo ícone novo, entre e volte aqui.",
  ]);
  await look("install before push");
  pass();
});
