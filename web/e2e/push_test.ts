import type { Page } from "playwright-core";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contactTable } from "../../src/contacts/table.ts";
import type { PushPayload, PushShown } from "../../src/contract/push.ts";
import { allowInner } from "../../src/platform/inner_network.ts";
import { providerSettingTable } from "../../src/provider_settings/table.ts";
import { isAttentive } from "../../src/push/attention.ts";
import { pushDeviceTable, pushTable } from "../../src/push/table.ts";
import { aPushService } from "../../src/testing/push_service.ts";
import { AURORA_PHONE } from "../../src/testing/road.ts";
import { readTicket } from "../../src/tickets/reading.ts";
import { type TicketRow, ticketTable } from "../../src/tickets/table.ts";
import { inspection } from "./axe.ts";
import { accept, aDesk, BRUNO, bubble, poll, row, seen, typeLogin } from "./desk.ts";

// The whole browser: its headless shell has no notifications.
const desk = aDesk({ sound: true });
let service: Awaited<ReturnType<typeof aPushService>>;
let bruno: Page, delivered = 0;

/** A page of this server's that is no screen of the app: whoever has that before them is not at work. */
const ELSEWHERE = "/api-reference.html";

beforeAll(async () => {
  allowInner(["127.0.0.1"]);
  desk.road.server.tenants.provider.write((db) =>
    void db.insert(providerSettingTable).values({ key: "pushHosts", value: "127.0.0.1" }).run()
  );
  service = await aPushService(() => undefined);
  const { subscription } = service.browser("bruno");
  bruno = await desk.logIn(BRUNO, { serviceWorkers: "allow", permissions: ["notifications"] });
  await bruno.addInitScript((subscription) => {
    // No browser of a test is known to a push service of the world: ours stands in for it.
    const key = "alerts-of-test", kept = () => JSON.parse(localStorage.getItem(key) ?? "null");
    const mine = () =>
      kept() && {
        endpoint: kept().endpoint,
        options: { applicationServerKey: Uint8Array.from(JSON.parse(localStorage.getItem(`${key}-key`)!)).buffer },
        toJSON: kept,
        unsubscribe: () => Promise.resolve(localStorage.removeItem(key) === undefined),
      };
    PushManager.prototype.subscribe = (options) => {
      const serverKey = [...options!.applicationServerKey as Uint8Array];
      localStorage.setItem(`${key}-key`, JSON.stringify(serverKey));
      if (!kept()) localStorage.setItem(key, JSON.stringify(subscription));
      return Promise.resolve(mine());
    };
    PushManager.prototype.getSubscription = () => Promise.resolve(mine());
  }, subscription);
  await bruno.goto("/tickets");
});
afterAll(async () => {
  await service.stop();
  allowInner([]);
});

/** Brings what the push service has got to the browser, as that does. */
async function deliver(page: Page): Promise<PushPayload[]> {
  const protocol = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    protocol.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ isDeleted }) => !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await protocol.send("ServiceWorker.enable");
  const registrationId = await registered, news = service.got.slice(delivered);
  delivered = service.got.length;
  for (const { payload } of news) {
    const once = () =>
      protocol.send("ServiceWorker.deliverPushMessage", {
        origin: desk.url,
        registrationId,
        data: JSON.stringify(payload),
      });
    await once();
    // One after the other, as a device takes them.
    if ("title" in payload) await untilShown(page, payload.tag, once);
  }
  await protocol.detach();
  return news.map(({ payload }) => payload);
}

/** The protocol does not say whether the worker had it, and on a busy machine it may not: then it is brought again, which shows no second one. */
async function untilShown(page: Page, tag: string, again: () => Promise<unknown>): Promise<void> {
  const isShown = async () => (await shown(page)).some((one) => one.tag === tag);
  let asked = 0;
  await poll(async () => {
    if (await isShown()) return true;
    if (++asked % 100 === 0) await again();
    return false;
  }).toBe(true);
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const notifications = await (await navigator.serviceWorker.ready).getNotifications();
    return notifications.map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** Somebody presses the notification, or one of its buttons, perhaps with something typed, or twice. */
async function press(page: Page, tag: string, action = "", { reply, times = 1 }: Pressed = {}): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  await worker!.evaluate(async ({ tag, action, reply, times }) => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration } & EventTarget;
    const [notification] = await scope.registration.getNotifications({ tag });
    const { NotificationEvent } = globalThis as unknown as { NotificationEvent: new (...of: unknown[]) => Event };
    for (let nth = 0; nth < times; nth++) {
      scope.dispatchEvent(new NotificationEvent("notificationclick", { notification, action, reply }));
    }
  }, { tag, action, reply, times });
}

interface Pressed {
  reply?: string;
  times?: number;
}

/** Waits until all that goes on beside the page has begun, which comes after what is more urgent. */
async function atWork(): Promise<void> {
  await poll(() => isAttentive(desk.road.aurora, 2, null, Date.now())).toBe(true);
}

/** Goes away from the app, with nothing unread in it. */
async function leaveRead(): Promise<void> {
  await poll(() => desk.road.aurora.read.select().from(ticketTable).all().some((one) => one.unreadMessages > 0))
    .toBe(false);
  await bruno.goto(ELSEWHERE);
}

test("somebody has this device told, and tries it", async () => {
  await bruno.getByRole("button", { name: "Conta de" }).click();
  await bruno.getByRole("button", { name: "Avisos com o sistema fechado" }).click();
  const dialog = bruno.getByRole("dialog", { name: "Avisos com o sistema fechado" });
  await seen(dialog.getByText("fcm.googleapis.com"));
  await dialog.getByRole("switch", { name: "Avisar neste aparelho" }).check({ force: true });
  await seen(dialog.getByText("Este aparelho", { exact: true }));
  await poll(() => dialog.getByRole("checkbox", { name: "Mensagem nova em um atendimento meu" }).isChecked()).toBe(
    true,
  );
  await poll(() => dialog.getByRole("switch", { name: "Mostrar o texto" }).isChecked()).toBe(false);
  await dialog.getByRole("checkbox", { name: "Cliente esperando nas minhas filas" }).check({ force: true });
  const minutes = dialog.getByLabel("Avisar depois de quantos minutos");
  await minutes.fill("5");
  await minutes.blur();
  const { look, pass } = inspection(bruno);
  await dialog.getByRole("switch", { name: "Avisar só no meu horário de trabalho" }).click({ force: true });
  await seen(dialog.getByLabel("Das"));
  await look("settings");
  await dialog.getByLabel("Às").fill("08:00");
  await seen(dialog.getByText("São 24 horas"));
  const days = dialog.getByRole("group", { name: "Dias de trabalho" });
  for (const day of ["Segunda", "Terça", "Quarta", "Quinta"]) {
    await days.getByRole("checkbox", { name: day }).uncheck({ force: true });
  }
  await poll(() => days.getByRole("checkbox", { name: "Sexta" }).isDisabled()).toBe(true);
  await seen(dialog.getByText("Um dia fica sempre ligado."));
  await dialog.getByRole("switch", { name: "Avisar só no meu horário de trabalho" }).click({ force: true });
  pass();
  await dialog.getByRole("button", { name: "Enviar um aviso de teste" }).click();
  await poll(() => service.got.length).toBe(1);
  await deliver(bruno);
  await poll(() => shown(bruno)).toEqual([
    { title: "Os avisos chegam aqui", body: "É assim que você será avisado com o sistema fechado.", tag: "test" },
  ]);
  await bruno.keyboard.press("Escape");
  await bruno.reload();
  await bruno.getByRole("button", { name: "Conta de" }).click();
  await bruno.getByRole("button", { name: "Avisos com o sistema fechado" }).click();
  await poll(() => dialog.getByLabel("Avisar depois de quantos minutos").inputValue()).toBe("5");
  await bruno.keyboard.press("Escape");
});

test("a customer's message shows while the app is closed; it is answered from there once, and a press leads to it", async () => {
  const lia = desk.customer("Lia Prado");
  lia.write(AURORA_PHONE, "Bom dia");
  await seen(row(bruno, "Lia Prado"));
  await accept(bruno, "Lia Prado");
  await seen(bubble(bruno, "Bom dia"));
  await leaveRead();
  lia.write(AURORA_PHONE, "Tem sonho hoje?");
  await poll(() => service.got.length).toBe(delivered + 1);
  const [payload] = await deliver(bruno) as [PushShown];
  await poll(async () => (await shown(bruno)).find(({ tag }) => tag === payload.tag)).toEqual({
    title: "Nova mensagem de Lia",
    body: "",
    tag: payload.tag,
  });
  await press(bruno, payload.tag, "reply", { reply: "Temos, de creme" });
  await lia.waitFor((message) => message.text === "*Bruno Tavares:*\nTemos, de creme");
  await poll(async () => (await shown(bruno)).some(({ tag }) => tag === payload.tag)).toBe(false);
  const ticketId = payload.action!.ticketId;
  await poll(() => ticketNow(ticketId).unreadMessages).toBe(0);

  lia.write(AURORA_PHONE, "Guarde dois");
  await poll(() => service.got.some(({ payload }, nth) => nth >= delivered && "title" in payload)).toBe(true);
  await deliver(bruno);
  await poll(async () => (await shown(bruno)).some(({ tag }) => tag === payload.tag)).toBe(true);
  await press(bruno, payload.tag);
  await seen(bubble(bruno, "Guarde dois"));
  expect(lia.received.filter(({ text }) => text?.includes("Temos, de creme"))).toHaveLength(1);
});

test("an answer reaches nobody of another company with the same numbers; other words after a failure are another message", async () => {
  const leo = desk.customer("Leo Nunes");
  leo.write(AURORA_PHONE, "Oi");
  await bruno.goto("/tickets");
  await accept(bruno, "Leo Nunes");
  await seen(bubble(bruno, "Oi"));
  await leaveRead();
  const before = service.got.length;
  leo.write(AURORA_PHONE, "Tem pão?");
  await poll(() => service.got.length).toBeGreaterThan(before);
  const { tag, title, url, action } = (await deliver(bruno)).at(-1) as PushShown;
  const [worker] = bruno.context().serviceWorkers();
  const told = (action: PushShown["action"]) =>
    worker!.evaluate(async ({ title, ...rest }) => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      await registration.showNotification(title, rest);
    }, { title, tag, data: { url, action } });
  const saysFailed = async (reply: string) =>
    await poll(async () => (await shown(bruno)).find((one) => one.tag === tag)?.body)
      .toBe(`A resposta não foi enviada. Toque para abrir. “${reply}”`);
  // As somebody was told who used this browser before.
  await told({ ...action!, companyId: 999 });
  await press(bruno, tag, "reply", { reply: "Para quem?" });
  await saysFailed("Para quem?");
  // It arrives, and the answer to that is lost.
  await told(action!);
  await worker!.evaluate(() => {
    const scope = globalThis as unknown as { fetch: typeof fetch; whole: typeof fetch };
    scope.whole = scope.fetch;
    scope.fetch = async (...of) => {
      const answer = await scope.whole(...of);
      if (String(of[0]).includes("/messages/")) throw new TypeError("Failed to fetch");
      return answer;
    };
  });
  await press(bruno, tag, "reply", { reply: "Temos" });
  await saysFailed("Temos");
  await worker!.evaluate(() => {
    const scope = globalThis as unknown as { fetch: typeof fetch; whole: typeof fetch };
    scope.fetch = scope.whole;
  });
  await press(bruno, tag, "reply", { reply: "Só amanhã" });
  await leo.waitFor((message) => message.text?.endsWith("Só amanhã") ?? false);
  await poll(async () => (await shown(bruno)).some((one) => one.tag === tag)).toBe(false);
  expect(leo.received.map(({ text }) => text)).toEqual(["*Bruno Tavares:*\nTemos", "*Bruno Tavares:*\nSó amanhã"]);
});

test("who does not sign on this device does not sign from its lock screen either", async () => {
  const mia = desk.customer("Mia Paz");
  mia.write(AURORA_PHONE, "Oi");
  await bruno.goto("/tickets");
  await accept(bruno, "Mia Paz");
  await seen(bubble(bruno, "Oi"));
  const sign = bruno.getByRole("switch", { name: "Assinar como Bruno Tavares" });
  const answered = async (says: string, isSigned: boolean) => {
    await sign.setChecked(isSigned, { force: true });
    await poll(() => signs(bruno)).toBe(isSigned);
    await leaveRead();
    const before = service.got.length;
    mia.write(AURORA_PHONE, "E?");
    await poll(() => service.got.length).toBeGreaterThan(before);
    const { tag } = (await deliver(bruno)).at(-1) as PushShown;
    await press(bruno, tag, "reply", { reply: says });
    await mia.waitFor((message) => message.text?.endsWith(says) ?? false);
    await bruno.goto(`/tickets/${ofContact("Mia Paz")[0]!.uuid}`);
    await seen(bubble(bruno, says));
    return mia.received.find(({ text }) => text?.endsWith(says))!.text;
  };
  expect(await answered("Já vai", false)).toBe("Já vai");
  expect(await answered("Chegou", true)).toBe("*Bruno Tavares:*\nChegou");
});

/** What the service worker finds of it. */
function signs(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === "balcao-choices")) return undefined;
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open("balcao-choices");
      request.onsuccess = () => resolve(request.result);
    });
    const value = await new Promise<unknown>((resolve) => {
      const request = db.transaction("kept").objectStore("kept").get("signs");
      request.onsuccess = () => resolve(request.result);
    });
    db.close();
    return value;
  });
}

test("what is read elsewhere is taken back, and an open app goes where a press leads by itself", async () => {
  const rui = desk.customer("Rui Melo");
  rui.write(AURORA_PHONE, "Olá");
  await bruno.goto("/tickets");
  await accept(bruno, "Rui Melo");
  await seen(bubble(bruno, "Olá"));
  await leaveRead();
  const before = service.got.length;
  rui.write(AURORA_PHONE, "Está aí?");
  await poll(() => service.got.length).toBeGreaterThan(before);
  const payload = (await deliver(bruno)).at(-1) as PushShown;
  await poll(async () => (await shown(bruno)).some(({ tag }) => tag === payload.tag)).toBe(true);
  // On a screen of another browser.
  desk.road.aurora.write((db, emit) => readTicket(db, emit, payload.action!.ticketId));
  await poll(() => service.got.at(-1)!.payload).toEqual({ close: payload.tag });
  await deliver(bruno);
  await poll(async () => (await shown(bruno)).some(({ tag }) => tag === payload.tag)).toBe(false);

  rui.write(AURORA_PHONE, "Alô");
  await poll(() => "title" in service.got.at(-1)!.payload).toBe(true);
  await deliver(bruno);
  await poll(async () => (await shown(bruno)).some(({ tag }) => tag === payload.tag)).toBe(true);
  await bruno.goto("/tickets");
  await seen(row(bruno, "Rui Melo"));
  await bruno.evaluate(() => void ((globalThis as unknown as { isSamePage: boolean }).isSamePage = true));
  await atWork();
  await press(bruno, payload.tag);
  await seen(bubble(bruno, "Alô"));
  expect(await bruno.evaluate(() => (globalThis as unknown as { isSamePage?: boolean }).isSamePage)).toBe(true);
});

test("who waits is accepted from the lock screen; one whom somebody else has taken is not", async () => {
  const [eva, ivo] = ["Eva Dias", "Ivo Reis"].map((name) => desk.customer(name));
  await bruno.goto(ELSEWHERE);
  for (const customer of [eva!, ivo!]) customer.write(AURORA_PHONE, "Oi");
  await poll(() => waiting().length).toBe(2);
  for (const { id } of waiting()) set(id, { queueId: 1, waitingSince: Date.now() - 6 * 60_000 });
  await poll(() => service.got.filter(({ payload }) => "tag" in payload && payload.tag.startsWith("waiting-")).length)
    .toBe(2);
  await deliver(bruno);
  await poll(async () =>
    (await shown(bruno)).map(({ title }) => title).filter((title) => title.includes("espera")).sort()
  )
    .toEqual(["Eva espera há 6 min", "Ivo espera há 6 min"]);
  const [first, second] = waiting() as [TicketRow, TicketRow];
  await press(bruno, `waiting-${first.id}`, "accept", { times: 2 });
  await poll(() => ticketNow(first.id)).toMatchObject({ status: "open", userId: 2 });
  // Done once, and gone once it is done.
  await poll(async () => (await shown(bruno)).some(({ tag }) => tag === `waiting-${first.id}`)).toBe(false);
  set(second.id, { status: "open", userId: 3 });
  await press(bruno, `waiting-${second.id}`, "accept");
  await poll(async () => (await shown(bruno)).find(({ tag }) => tag === `waiting-${second.id}`)?.body)
    .toBe("Não foi possível aceitar. Toque para abrir.");
  expect(ticketNow(second.id).userId).toBe(3);
});

function waiting() {
  return desk.road.aurora.read.select().from(ticketTable).where(eq(ticketTable.status, "pending")).all();
}

function ticketNow(id: number) {
  return desk.road.aurora.read.select().from(ticketTable).where(eq(ticketTable.id, id)).all()[0]!;
}

function set(id: number, values: Partial<TicketRow>): void {
  desk.road.aurora.write((db) => void db.update(ticketTable).set(values).where(eq(ticketTable.id, id)).run());
}

test("who is at the app is not called from their pocket, and who leaves it unread is", async () => {
  await bruno.goto("/tickets");
  const noa = desk.customer("Noa Gil");
  noa.write(AURORA_PHONE, "Oi");
  await accept(bruno, "Noa Gil");
  await seen(bubble(bruno, "Oi"));
  await bruno.goto("/contacts");
  await atWork();
  const before = service.got.length, [ticket] = ofContact("Noa Gil");
  noa.write(AURORA_PHONE, "E aí?");
  await poll(() => waitsFor(ticket!.id)).toBe(true);
  expect(service.got.length).toBe(before);
  await bruno.goto(ELSEWHERE);
  desk.road.aurora.write((db) => void db.update(pushTable).set({ nextAt: 0 }).run());
  desk.road.aurora.signals.emit("push", {});
  await poll(() => service.got.length).toBe(before + 1);
  expect(service.got.at(-1)!.payload).toMatchObject({ tag: `ticket-${ticket!.id}` });
});

function ofContact(name: string) {
  const { read } = desk.road.aurora;
  const [contact] = read.select().from(contactTable).where(eq(contactTable.name, name)).all();
  return read.select().from(ticketTable).where(eq(ticketTable.contactId, contact!.id)).all();
}

function waitsFor(ticketId: number): boolean {
  return desk.road.aurora.read.select().from(pushTable).all()
    .some(({ ofId, state, nextAt }) => ofId === ticketId && state === "waiting" && nextAt > Date.now());
}

const devices = () => desk.road.server.tenants.provider.read.select().from(pushDeviceTable).all();

test("when the browser changes where this device is reached the server learns it, and what was chosen stays", async () => {
  const [before] = devices(), { subscription } = service.browser("bruno, moved");
  const [worker] = bruno.context().serviceWorkers();
  await worker!.evaluate((subscription) => {
    PushManager.prototype.subscribe = () => Promise.resolve({ toJSON: () => subscription } as never);
    const { ExtendableEvent } = globalThis as unknown as { ExtendableEvent: new (name: string) => Event };
    dispatchEvent(new ExtendableEvent("pushsubscriptionchange"));
  }, subscription);
  await bruno.evaluate((moved) => localStorage.setItem("alerts-of-test", JSON.stringify(moved)), subscription);
  await poll(() => devices().map(({ endpointHash }) => endpointHash)).not.toEqual([before!.endpointHash]);
  expect(devices()).toEqual([{
    ...before!,
    endpointHash: expect.anything(),
    subscription: expect.anything(),
  }]);
  await bruno.goto("/tickets");
  await bruno.getByRole("button", { name: "Conta de" }).click();
  await bruno.getByRole("button", { name: "Avisos com o sistema fechado" }).click();
  await bruno.getByRole("button", { name: "Enviar um aviso de teste" }).click();
  await poll(() => service.got.at(-1)).toMatchObject({ device: "bruno, moved", payload: { tag: "test" } });
  delivered = service.got.length;
});

test("a browser that is reached no more is told of anew at the next start; a device that was removed elsewhere is not", async () => {
  const restart = async () => {
    await bruno.goto("/tickets");
    await atWork();
  };
  const forgets = () => bruno.evaluate(() => localStorage.removeItem("alerts-of-test"));
  const [before] = devices();
  await forgets();
  await restart();
  await poll(() => devices().map(({ endpointHash }) => endpointHash)).not.toEqual([before!.endpointHash]);
  expect(devices()).toMatchObject([{ id: before!.id, choices: before!.choices }]);
  // The push service knows it no more, and the server has forgotten it for that.
  const remove = async () => {
    desk.road.server.tenants.provider.write((db) => void db.delete(pushDeviceTable).run());
    await poll(() => devices().length).toBe(0);
  };
  await remove();
  await forgets();
  await restart();
  await poll(() => devices().map(({ choices }) => choices)).toEqual([before!.choices]);
  await remove();
  await restart();
  await poll(() => bruno.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("alerts-push"))))
    .toEqual([]);
  expect(devices()).toEqual([]);
  await bruno.getByRole("button", { name: "Conta de" }).click();
  await bruno.getByRole("button", { name: "Avisos com o sistema fechado" }).click();
  const dialog = bruno.getByRole("dialog", { name: "Avisos com o sistema fechado" });
  await dialog.getByRole("switch", { name: "Avisar neste aparelho" }).check({ force: true });
  await poll(() => devices().length).toBe(1);
  await dialog.getByRole("button", { name: "Enviar um aviso de teste" }).click();
  await poll(() => service.got.at(-1)!.payload).toMatchObject({ tag: "test" });
  await deliver(bruno);
  // As when its login has ended elsewhere.
  await bruno.keyboard.press("Escape");
  await bruno.context().serviceWorkers()[0]!.evaluate(() => {
    const { PushEvent } = globalThis as unknown as { PushEvent: new (name: string, of: object) => Event };
    dispatchEvent(new PushEvent("push", { data: JSON.stringify({ close: "*" }) }));
  });
  await poll(() => shown(bruno)).toEqual([]);
});

test("after a new login this device goes on as it was, until the provider switches it off for all", async () => {
  await bruno.goto("/tickets");
  await atWork();
  await bruno.getByRole("button", { name: "Conta de" }).click();
  await bruno.getByRole("button", { name: "Sair" }).click();
  await poll(() => devices().length).toBe(0);
  // Nor does the lock screen show anything to who sits down next.
  await poll(() => shown(bruno)).toEqual([]);
  await typeLogin(bruno, BRUNO);
  await seen(bruno.getByRole("tab", { name: "Atendimento" }));
  await poll(() => devices().map(({ choices }) => choices.waitingMinutes)).toEqual([10]);

  await desk.road.as("super")("PUT", "/provider/settings/push", { value: "disabled" });
  await bruno.getByRole("button", { name: "Conta de" }).click();
  await bruno.getByRole("button", { name: "Avisos com o sistema fechado" }).click();
  await seen(bruno.getByText("O provedor desligou os avisos com o sistema fechado para todos."));
  expect(await bruno.getByRole("dialog").getByRole("switch").count()).toBe(0);
  const sue = await desk.logIn("super@balcao.test", { at: "/settings" });
  await sue.getByRole("tab", { name: "Provedor" }).click();
  const form = sue.getByRole("form", { name: "Avisos com o sistema fechado" });
  await sue.getByRole("switch", { name: "Permitir avisos com o sistema fechado" }).click({ force: true });
  await form.getByLabel("Outros serviços de avisos permitidos").fill("push.example");
  await form.getByRole("button", { name: "Salvar os serviços de avisos" }).click();
  await poll(async () => (await desk.road.as("bruno")("GET", "/push")).body)
    .toMatchObject({ isOn: true, hosts: expect.arrayContaining(["push.example"]) });
});
