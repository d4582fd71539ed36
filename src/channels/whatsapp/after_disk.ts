import type { WASocket } from "@whiskeysockets/baileys";

/** The library's own socket, of which its types say nothing. */
interface Wire {
  send(bytes: Uint8Array, sent?: (error?: Error) => void): void;
  close(code?: number): void;
}

/** What must be on the disk before anything is said. */
export interface Kept {
  /** Whether nothing is left to be committed or synced. */
  readonly isSettled: boolean;
  /** Resolves when everything was committed for a moment; rejects when something never will be. */
  committed(): Promise<void>;
  /** Resolves when all that is committed by now is on the disk. */
  settled(): Promise<void>;
}

/**
 * Lets nothing leave a socket before what was committed until then is on the disk: a receipt says that we have a message,
 * and what is encrypted by a step of the ratchet that a power cut undoes could never be read. In the order given; whoever
 * sends goes on at once, as the library's queues would wait for each sync otherwise, and not share them.
 */
export function sendAfterDisk({ ws }: WASocket, kept: Kept): void {
  const wire = (ws as unknown as { socket: Wire }).socket;
  const plain = wire.send.bind(wire), plainClose = wire.close.bind(wire);
  const waiting: Uint8Array[] = [];
  let isDraining = false, closing: (() => void) | undefined;
  wire.send = (bytes, sent) => {
    if (waiting.length === 0 && !isDraining && kept.isSettled) return plain(bytes, sent);
    waiting.push(bytes);
    sent?.();
    if (!isDraining) void drain();
  };
  // The last word before the end, such as that we are linked no more, still leaves.
  wire.close = (code) => {
    if (isDraining) closing = () => plainClose(code);
    else plainClose(code);
  };
  async function drain(): Promise<void> {
    isDraining = true;
    try {
      while (waiting.length > 0) {
        await kept.committed();
        const { length } = waiting;
        await kept.settled();
        // A socket that has closed meanwhile says so by its own event.
        for (const bytes of waiting.splice(0, length)) plain(bytes, () => {});
      }
    } catch {
      // The disk keeps nothing any more: nothing is said, and the network brings it again.
      waiting.length = 0;
      closing ??= plainClose;
    } finally {
      isDraining = false;
      closing?.();
      closing = undefined;
    }
  }
}
