import { atom, getDefaultStore } from "jotai";
import { atomWithStorage } from "jotai/utils";
import type { Message } from "../../src/contract/messages.ts";
import { showError } from "../ui/showError.ts";
import { mediaAddress } from "./media.ts";
import { onOtherPerson } from "../person.ts";

export interface Playback {
  /** The address of its file, which no other message has. */
  of: string;
  isPlaying: boolean;
  /** Seconds. */
  at: number;
  length: number;
}

/** The one sound that is or was being played; scrolling its bubble away doesn't stop it. */
export const playbackAtom = atom<Playback | null>(null);

export const SPEEDS = [1, 1.5, 2] as const;
export const speedAtom = atomWithStorage<number>("audioSpeed", 1, undefined, { getOnInit: true });

const store = getDefaultStore();
let audio: HTMLAudioElement | undefined;

/** Which sound a message has. */
export function soundOf({ mediaUrl }: Message): string {
  return mediaUrl ?? "";
}

export async function togglePlay(message: Message): Promise<void> {
  const now = store.get(playbackAtom);
  if (now?.of === soundOf(message) && audio) return audio.paused ? void audio.play().catch(showError) : audio.pause();
  await start(message, 0);
}

/** Jumps to a share of the length, 0 to 1; starts the sound when it was not the one being played. */
export async function seek(message: Message, share: number): Promise<void> {
  const now = store.get(playbackAtom);
  const at = share * (now?.of === soundOf(message) ? now.length : message.media?.seconds ?? 0);
  if (now?.of === soundOf(message) && audio) audio.currentTime = at;
  else await start(message, at);
}

export function nextSpeed(): void {
  const speed = store.get(speedAtom);
  const next = SPEEDS[(SPEEDS.findIndex((one) => one === speed) + 1) % SPEEDS.length]!;
  store.set(speedAtom, next);
  if (audio) audio.playbackRate = next;
}

export function stopPlaying(): void {
  audio?.pause();
  audio = undefined;
  store.set(playbackAtom, null);
}

async function start(message: Message, at: number): Promise<void> {
  stopPlaying();
  store.set(playbackAtom, { of: soundOf(message), isPlaying: true, at, length: message.media?.seconds ?? 0 });
  try {
    await play(message, at);
  } catch (error) {
    stopPlaying();
    showError(error);
  }
}

async function play(message: Message, at: number, isSecond = false): Promise<void> {
  const address = await mediaAddress(message);
  if (store.get(playbackAtom)?.of !== soundOf(message)) return;
  const mine = audio = new Audio(address);
  mine.playbackRate = store.get(speedAtom);
  mine.currentTime = at;
  const change = (part: Partial<Playback>) => {
    if (audio === mine) store.set(playbackAtom, (now) => now && { ...now, ...part });
  };
  mine.ontimeupdate = () => change({ at: mine.currentTime });
  mine.ondurationchange = () => Number.isFinite(mine.duration) && change({ length: mine.duration });
  mine.onplay = () => change({ isPlaying: true });
  mine.onpause = () => change({ isPlaying: false });
  mine.onended = () => change({ isPlaying: false, at: 0 });
  mine.onerror = () => {
    if (audio !== mine) return;
    // An address lives shortly: a sound that was paused for long needs a new one.
    if (isSecond) stopPlaying();
    else play(message, mine.currentTime, true).catch(showError);
  };
  await mine.play();
}

onOtherPerson(stopPlaying);
