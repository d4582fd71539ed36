import { type BinaryNode, decodeBinaryNode, encodeBinaryNode } from "@whiskeysockets/baileys";
import { frame, FrameReader } from "./frames.ts";
import { login } from "./login.ts";
import type * as model from "./model.ts";
import { NoiseServer } from "./noise.ts";
import { receiveStanza } from "./receive_stanza.ts";

/** How long (ms) a last word may take to leave. */
const LAST_WORD_WITHIN = 1000;

/** One WebSocket of a client: handshake, then stanzas. */
export class Connection implements model.Connection {
  device?: model.LinkedDevice;
  unlinked?: model.Unlinked;
  isAvailable = false;
  readonly watched = new Set<string>();
  readonly #noise: NoiseServer;
  readonly #reader = new FrameReader();
  readonly #onClose = new Set<() => void>();
  #work: Promise<void> = Promise.resolve();
  #helloSeen = false;
  #hasEnded = false;

  constructor(readonly socket: WebSocket, readonly network: model.Network) {
    this.#noise = new NoiseServer(network.identity);
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({ data }) => {
      for (const bytes of this.#reader.take(new Uint8Array(data))) this.#queue(bytes);
    };
    socket.onclose = () => {
      this.device?.disconnected(this);
      for (const closed of this.#onClose) closed();
    };
    socket.onerror = () => {};
  }

  onClose(closed: () => void): void {
    this.#onClose.add(closed);
  }

  send(node: BinaryNode): void {
    if (this.#hasEnded || this.socket.readyState !== WebSocket.OPEN || !this.#noise.isOpen) return;
    this.socket.send(frame(this.#noise.encrypt(encodeBinaryNode(node))));
  }

  end(node: BinaryNode): void {
    this.send(node);
    this.#hasEnded = true;
    this.device?.disconnected(this);
    void this.#closeOnceSent();
  }

  close(): void {
    this.device?.disconnected(this);
    if (this.socket.readyState <= WebSocket.OPEN) this.socket.close();
  }

  // Deno throws away what is not written yet when the client's next word comes between `close` and the writing.
  async #closeOnceSent(): Promise<void> {
    const end = Date.now() + LAST_WORD_WITHIN;
    while (this.socket.readyState === WebSocket.OPEN && this.socket.bufferedAmount > 0 && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    this.close();
  }

  // One after the other, since decoding is asynchronous and the order of stanzas matters.
  #queue(bytes: Buffer): void {
    this.#work = this.#work.then(() => this.#take(bytes)).catch((error) => {
      this.network.complain(`A connection was closed: ${error instanceof Error ? error.message : error}`);
      this.close();
    });
  }

  async #take(bytes: Buffer): Promise<void> {
    if (this.#hasEnded) return;
    if (this.#noise.isOpen) {
      const stanza = await decodeBinaryNode(this.#noise.decrypt(bytes));
      return this.#hasEnded ? undefined : await receiveStanza(this, stanza);
    }
    if (!this.#helloSeen) {
      this.#helloSeen = true;
      this.socket.send(frame(this.#noise.answerHello(bytes)));
      return;
    }
    const { noiseKey, payload } = this.#noise.finish(bytes);
    login(this, noiseKey, payload);
  }
}
