import { getDefaultStore } from "jotai";
import { msg } from "@lingui/core/macro";
import type { Message } from "../../../src/contract/messages.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { CallError } from "../../call.ts";
import { showError } from "../../ui/showError.ts";
import { toast } from "../../ui/toast.ts";
import { onOtherPerson } from "../../person.ts";
import { sendVoice } from "../sending/sending.ts";
import type { Encoded, ToWorker } from "./encode.worker.ts";
import { OPUS } from "./encoders.ts";
import { packWaveform } from "./loudness.ts";
import { type Recording, recordingsAtom } from "./recordings.ts";

interface Machine {
  as: "ogg" | "mp3";
  worker: Worker;
  context: AudioContext;
  stream: MediaStream;
}

/** Fewer bytes at 128 kbit/s are a slip of the finger (spec 1 §2.8). */
const LEAST_BYTES = 10_000;
const MP3_BYTES_PER_SECOND = 128_000 / 8;
/** Sound that is still on its way to the encoder when the microphone is off arrives within (ms). */
const LAST_PIECES = 80;

const store = getDefaultStore();
const machines = new Map<number, Machine>();
const starting = new Set<number>();

export async function startRecording(ticketId: number): Promise<void> {
  if (machines.has(ticketId) || starting.has(ticketId)) return;
  starting.add(ticketId);
  try {
    const machine = await machineFor(ticketId);
    machines.set(ticketId, machine);
    note(ticketId, { state: "recording", since: Date.now(), length: 0 });
  } catch (error) {
    showError(microphoneError(error));
  } finally {
    starting.delete(ticketId);
  }
}

/** Turns the microphone off and keeps what was recorded. */
export function stopRecording(ticketId: number): void {
  const now = store.get(recordingsAtom)[ticketId];
  if (now?.state !== "recording") return;
  hush(ticketId);
  note(ticketId, { ...now, state: "stopped", length: Date.now() - now.since });
}

export function discardRecording(ticketId: number): void {
  hush(ticketId);
  machines.get(ticketId)?.worker.terminate();
  machines.delete(ticketId);
  note(ticketId, undefined);
}

/** Ends the recording and sends it; what is too short to be meant is not. */
export async function sendRecording(ticket: Pick<Ticket, "id">, quoted: Message | null): Promise<boolean> {
  stopRecording(ticket.id);
  const machine = machines.get(ticket.id), now = store.get(recordingsAtom)[ticket.id];
  if (!machine || now?.state !== "stopped") return false;
  note(ticket.id, { ...now, state: "sending" });
  try {
    const { bytes, seconds, waveform } = await encoded(machine);
    const size = machine.as === "mp3" ? bytes.length : seconds * MP3_BYTES_PER_SECOND;
    discardRecording(ticket.id);
    if (size < LEAST_BYTES) {
      toast.warning(msg`Gravação curta demais: nada foi enviado.`);
      return false;
    }
    const type = machine.as === "ogg" ? "audio/ogg" : "audio/mpeg";
    const file = new File([bytes], `${Date.now()}.${machine.as}`, { type });
    sendVoice(ticket, { file, about: { seconds: Math.round(seconds), waveform: packWaveform(waveform) } }, quoted);
    return true;
  } catch (error) {
    console.error("The recording could not be encoded", error);
    discardRecording(ticket.id);
    showError(new CallError("ERR_MICROPHONE", 0));
    return false;
  }
}

async function machineFor(ticketId: number): Promise<Machine> {
  const canBe = await canOpus() ? "ogg" : "mp3";
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  });
  try {
    const { as, context, source } = listenTo(stream, canBe);
    await context.audioWorklet.addModule("/voice_capture.js");
    const capture = new AudioWorkletNode(context, "voice-capture", { numberOfOutputs: 0 });
    const { port1, port2 } = new MessageChannel();
    const worker = new Worker(new URL("./encode.worker.ts", import.meta.url), { type: "module" });
    capture.port.postMessage(port1, [port1]);
    say(worker, { say: "start", as, sampleRate: context.sampleRate, samples: port2 }, [port2]);
    source.connect(capture);
    for (const track of stream.getTracks()) track.onended = () => unplugged(ticketId);
    return { as, worker, context, stream };
  } catch (error) {
    stream.getTracks().forEach((track) => track.stop());
    throw error;
  }
}

/** Some browsers hear a microphone only at its own rate, which MP3 takes as it is. */
function listenTo(stream: MediaStream, as: Machine["as"]) {
  const context = new AudioContext(as === "ogg" ? { sampleRate: OPUS.sampleRate } : {});
  try {
    return { as, context, source: context.createMediaStreamSource(stream) };
  } catch (error) {
    void context.close();
    if (as === "mp3") throw error;
    return listenTo(stream, "mp3");
  }
}

async function canOpus(): Promise<boolean> {
  if (!("AudioEncoder" in globalThis)) return false;
  const { supported } = await AudioEncoder.isConfigSupported(OPUS as AudioEncoderConfig).catch(() => ({
    supported: false,
  }));
  return supported === true;
}

function encoded({ worker }: Machine): Promise<Encoded> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Encoded | { failed: string }>) =>
      "failed" in data ? reject(new Error(data.failed)) : resolve(data);
    worker.onerror = reject;
    setTimeout(() => say(worker, { say: "end" }), LAST_PIECES);
  });
}

function say(worker: Worker, what: ToWorker, transfer: Transferable[] = []): void {
  worker.postMessage(what, transfer);
}

function unplugged(ticketId: number): void {
  stopRecording(ticketId);
  toast.warning(msg`O microfone foi desconectado. O que foi gravado está guardado: envie ou descarte.`);
}

/** The microphone's light goes out. */
function hush(ticketId: number): void {
  const { stream, context } = machines.get(ticketId) ?? {};
  for (const track of stream?.getTracks() ?? []) {
    track.onended = null;
    track.stop();
  }
  if (context && context.state !== "closed") void context.close();
}

/** Microphone failures go to the shared error handler (spec 1 §2.8), each with what can be done. */
function microphoneError(error: unknown): CallError {
  if (!navigator.mediaDevices) return new CallError("ERR_MICROPHONE_INSECURE", 0);
  const { name } = error as DOMException;
  if (name === "NotAllowedError" || name === "SecurityError") return new CallError("ERR_MICROPHONE_DENIED", 0);
  if (name === "NotFoundError" || name === "OverconstrainedError") return new CallError("ERR_MICROPHONE_MISSING", 0);
  return new CallError("ERR_MICROPHONE", 0);
}

function note(ticketId: number, recording: Recording | undefined): void {
  store.set(
    recordingsAtom,
    ({ [ticketId]: _, ...others }) => recording ? { ...others, [ticketId]: recording } : others,
  );
}

onOtherPerson(() => Object.keys(store.get(recordingsAtom)).forEach((id) => discardRecording(Number(id))));
