import { extractMessageContent } from "@whiskeysockets/baileys";
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import type { ReceivedMessage } from "../../src/simulator/chats.ts";
import { openMedia } from "../../src/simulator/media.ts";
import { inspection } from "./axe.ts";
import { aDesk, aTalk, BRUNO, composer, gone, NARROW, poll, recordedFor, seen, WIDE } from "./desk.ts";

const desk = aDesk({ sound: true });
const MAY_RECORD = { permissions: ["microphone"] };

const start = (page: Page) => page.getByRole("button", { name: "Gravar áudio" }).click();
const finish = (page: Page) => page.getByRole("button", { name: "Enviar áudio" }).click();
const timer = (page: Page) => page.getByRole("timer");

/**
 * Has the next recording be a slip of the finger, however busy the machine: the page itself presses the button as soon as
 * there is one, and the microphone gives a quarter of a second of sound and no more.
 */
async function slips(page: Page): Promise<void> {
  await page.evaluate(() => {
    const listen = AudioContext.prototype.createMediaStreamSource;
    AudioContext.prototype.createMediaStreamSource = function () {
      AudioContext.prototype.createMediaStreamSource = listen;
      const buffer = this.createBuffer(1, this.sampleRate / 4, this.sampleRate);
      buffer.getChannelData(0).fill(0.5);
      const source = new AudioBufferSourceNode(this, { buffer });
      source.start();
      return source as unknown as MediaStreamAudioSourceNode;
    };
    const watch = new MutationObserver(() => {
      const isIt = (one: HTMLElement) => (one.ariaLabel ?? one.textContent) === "Enviar áudio";
      const button = [...document.querySelectorAll("button")].find((one) => isIt(one) && !one.disabled);
      if (!button) return;
      watch.disconnect();
      button.click();
    });
    watch.observe(document.body, { childList: true, subtree: true, attributes: true });
  });
}

/** The file as the customer's phone has it. */
function fileOf({ raw }: ReceivedMessage): Uint8Array {
  return openMedia(desk.road.simulator.network.media, extractMessageContent(raw) ?? raw);
}

/** How long (s) a browser plays it. */
function playingTime(page: Page, bytes: Uint8Array): Promise<number> {
  return page.evaluate(
    async (all) => (await new AudioContext().decodeAudioData(Uint8Array.from(all).buffer)).duration,
    [...bytes],
  );
}

for (const [size, options] of [["wide", {}], ["narrow", { viewport: NARROW, hasTouch: true }]] as const) {
  test(`a recording arrives as a voice note that phones play, from a ${size} screen`, async () => {
    const page = await desk.logIn(BRUNO, { ...options, ...MAY_RECORD });
    const rosa = await aTalk(desk, page, `Rosa Voz ${size}`);
    await start(page);
    await recordedFor(timer(page), "00:02");
    await finish(page);
    const got = await rosa.waitFor(({ media }) => media?.kind === "voice");
    expect(got.media).toMatchObject({ mimetype: "audio/ogg; codecs=opus" });
    expect(got.media!.seconds).toBeGreaterThanOrEqual(2);
    expect(Math.max(...got.media!.waveform!)).toBe(100);
    const file = fileOf(got);
    const toc = firstPacket(file)[0]!;
    // Wide-band speech in frames of 20 ms, several to a packet: what an iPhone takes.
    expect({ config: toc >> 3, isMono: !(toc & 4), code: toc & 3 }).toEqual({ config: 9, isMono: true, code: 3 });
    expect(Math.abs(await playingTime(page, file) - got.media!.seconds!)).toBeLessThan(0.8);
    await seen(
      page.getByRole("button", { name: `Ouvir: mensagem de voz, 0:${String(got.media!.seconds).padStart(2, "0")}` }),
    );
    await gone(timer(page));
  });
}

test.each([
  ["has no Opus encoder", () => void Reflect.deleteProperty(globalThis, "AudioEncoder")],
  ["hears the microphone only at its own rate", () => {
    const listen = AudioContext.prototype.createMediaStreamSource;
    AudioContext.prototype.createMediaStreamSource = function (stream) {
      if (this.sampleRate === 16_000) throw new DOMException("Another rate", "NotSupportedError");
      return listen.call(this, stream);
    };
  }],
])("where the browser %s, an MP3 of 128 kbit/s arrives", async (what, limit) => {
  const page = await desk.logIn(BRUNO, MAY_RECORD);
  await page.addInitScript(limit);
  await page.reload();
  const rosa = await aTalk(desk, page, `Rosa ${what.slice(0, 8)}`);
  await start(page);
  await recordedFor(timer(page), "00:02");
  await finish(page);
  const got = await rosa.waitFor(({ media }) => media?.kind === "audio");
  expect(got.media!.mimetype).toBe("audio/mpeg");
  const file = fileOf(got), seconds = await playingTime(page, file);
  expect(seconds).toBeGreaterThan(1.8);
  expect(Math.abs(file.length / seconds - 16_000)).toBeLessThan(2000);
});

test("a slip of the finger is discarded with a word, and a discarded recording goes nowhere", async () => {
  const page = await desk.logIn(BRUNO, MAY_RECORD);
  const rosa = await aTalk(desk, page, "Rosa Breve");
  await slips(page);
  await start(page);
  await seen(page.getByText("Gravação curta demais: nada foi enviado."));
  await gone(timer(page));
  await start(page);
  await recordedFor(timer(page), "00:01");
  await page.getByRole("button", { name: "Descartar a gravação" }).click();
  await gone(timer(page));
  await composer(page).fill("Melhor escrever");
  await composer(page).press("Enter");
  await rosa.waitFor((message) => message.text?.includes("Melhor escrever") ?? false);
  expect(rosa.received).toHaveLength(1);
});

test("a blocked microphone says so, and what was being written stays", async () => {
  const page = await desk.logIn(BRUNO, { permissions: [] });
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("Denied", "NotAllowedError"));
  });
  await page.reload();
  await aTalk(desk, page, "Rosa Muda");
  await composer(page).fill("Ainda escrevendo");
  await start(page);
  await seen(page.getByText("O microfone está bloqueado. Permita o uso dele no cadeado ao lado do endereço."));
  expect(await timer(page).count()).toBe(0);
  await poll(() => composer(page).inputValue()).toBe("Ainda escrevendo");
});

test("what was recorded is kept when the microphone is unplugged, and when one turns to another ticket", async () => {
  const page = await desk.logIn(BRUNO, MAY_RECORD);
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices, ask = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (wish) => {
      const stream = await ask(wish);
      addEventListener("unplug", () => {
        for (const track of stream.getTracks()) track.dispatchEvent(new Event("ended"));
      });
      return stream;
    };
  });
  await page.reload();
  await aTalk(desk, page, "Outra Conversa");
  const rosa = await aTalk(desk, page, "Rosa Cabo");
  await start(page);
  await recordedFor(timer(page), "00:01");
  await page.evaluate(() => dispatchEvent(new Event("unplug")));
  await seen(page.getByText(/O microfone foi desconectado/));
  await seen(page.getByText("Gravação guardada"));
  await page.locator("[data-ticket]", { hasText: "Outra Conversa" }).getByRole("link").click();
  await gone(timer(page));
  await page.locator("[data-ticket]", { hasText: "Rosa Cabo" }).getByRole("link").click();
  await seen(page.getByText("Gravação guardada"));
  await finish(page);
  await rosa.waitFor(({ media }) => media?.kind === "voice");
});

/** The first packet of sound in an Ogg Opus file: on its third page. */
function firstPacket(file: Uint8Array): Uint8Array {
  let at = 0;
  for (let page = 0;; page++) {
    const segments = file.subarray(at + 27, at + 27 + file[at + 26]!);
    const start = at + 27 + segments.length;
    if (page === 2) return file.subarray(start, start + segments[0]!);
    at = start + segments.reduce((sum, size) => sum + size, 0);
  }
}

test("a voice note shows how loud it is, and plays at the speed that was chosen", async () => {
  const page = await desk.logIn(BRUNO, { permissions: ["microphone"] });
  await aTalk(desk, page, "Voz Própria");
  await page.getByRole("button", { name: "Gravar áudio" }).click();
  await recordedFor(page.getByRole("timer"), "00:03");
  await page.getByRole("button", { name: "Enviar áudio" }).click();
  const note = page.locator("[data-message]", { has: page.getByRole("button", { name: /mensagem de voz/ }) });
  await seen(note.getByRole("img", { name: /enviada|entregue/ }));
  await poll(() => note.locator("svg rect[width='2']").count()).toBe(64);
  await note.getByRole("button", { name: "Velocidade 1×" }).click();
  await note.getByRole("button", { name: /Ouvir/ }).click();
  await seen(note.getByRole("button", { name: /Pausar/ }));
  await poll(() => note.locator("rect[data-played]").count()).toBeGreaterThan(10);
  await seen(note.getByRole("button", { name: "Velocidade 1,5×" }));
  await seen(note.getByRole("button", { name: /Ouvir/ }));
});

for (const [size, viewport] of [["wide", WIDE], ["narrow", NARROW]] as const) {
  test(`axe finds nothing about a recording on a ${size} screen, light or dark`, async () => {
    const page = await desk.logIn(BRUNO, { viewport, permissions: ["microphone"] });
    const { look, pass } = inspection(page);
    await aTalk(desk, page, `Ouvido ${size}`);
    await page.getByRole("button", { name: "Gravar áudio" }).click();
    await seen(timer(page));
    await look("recording");
    pass();
  });
}
