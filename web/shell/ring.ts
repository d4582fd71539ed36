import { t } from "@lingui/core/macro";
import { navigate } from "wouter/use-browser-location";
import type { Handover, Ticket } from "../../src/contract/tickets.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import { previewOf } from "../inbox/preview.ts";

export { previewOf };

let speaker: AudioContext | undefined;

/** Two short soft notes, made here: nothing is fetched. Silent until somebody has touched the page, as browsers want it. */
export function chime(): void {
  speaker ??= new AudioContext();
  void speaker.resume();
  const now = speaker.currentTime;
  note(speaker, 880, now);
  note(speaker, 1174.7, now + 0.11);
}

/** One note of a frequency (Hz), from a moment (s) on. */
function note(audio: AudioContext, frequency: number, at: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.12, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.32);
}

export interface Words {
  title: string;
  body: string;
}

/** What a handover says on the desktop: who hands over whose ticket, and the note or else the customer's last words. */
export function handedWords({ contact, lastMessageKind, lastMessage }: Ticket, { by, note }: Handover): Words {
  const who = by?.name.split(" ")[0];
  const name = contact.name || formatNumber(contact.number);
  return {
    title: who ? t`${who} transferiu: ${name}` : t`Transferido: ${name}`,
    body: note ?? (lastMessage || lastMessageKind !== "text" ? previewOf(lastMessageKind, lastMessage).text : ""),
  };
}

/** Shows on the desktop what a ticket calls with; a press on it leads there. One for each ticket, the newest. */
export function notification({ id, uuid, contact }: Ticket, { title, body }: Words, occasion: string) {
  try {
    const made = new Notification(title, {
      body,
      icon: contact.profilePicUrl ?? "/favicon.svg",
      tag: `ticket-${id}-${occasion}`,
      silent: true,
    });
    made.onclick = () => {
      globalThis.focus();
      navigate(`/tickets/${uuid}`);
      made.close();
    };
    return made;
  } catch {
    // Chrome on Android shows them from a service worker only.
    return null;
  }
}
