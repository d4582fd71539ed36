import { navigate } from "wouter/use-browser-location";
import type { Ticket } from "../../src/contract/tickets.ts";

export { previewOf } from "../tickets/preview.ts";

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

/** Shows a ticket's message on the desktop; a press on it leads to the ticket. One for each ticket, the newest. */
export function notification({ id, uuid, contact }: Ticket, text: string, messageId: number): Notification | null {
  try {
    const made = new Notification(contact.name, {
      body: text,
      icon: contact.profilePicUrl ?? "/favicon.svg",
      tag: `ticket-${id}-${messageId}`,
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
