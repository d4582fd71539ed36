import { type BinaryNode, decodeBinaryNode, encodeBinaryNode } from "@whiskeysockets/baileys";
import { frame, FrameReader } from "./frames.ts";
import type { LinkedDevice } from "./linked_device.ts";
import { login } from "./login.ts";
import type { Network } from "./network.ts";
import { NoiseServer } from "./noise.ts";
import type { Unlinked } from "./pairing.ts";
import { receiveStanza } from "./receive_stanza.ts";

/** One WebSocket of a client: handshake, then stanzas. */
export class Connection {
  device?: LinkedDevice;
  unlinked?: Unlinked;
  /** What the client says of itself, and the numbers of those it has asked about: only then it is told who types. */
  isAvailable = false;
  readonly watched = new Set<string>();
  readonly #noise: NoiseServer;
  readonly #reader = new FrameReader();
  readonly #onClose = new Set<() => void>();
  #work: Promise<void> = Promise.resolve();
  #helloSeen = false;

  constructor(readonly socket: WebSocket, readonly network: Network) {
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
    if (this.socket.readyState !== WebSocket.OPEN || !this.#noise.isOpen) return;
    this.socket.send(frame(this.#noise.encrypt(encodeBinaryNode(node))));
  }

  /** Says why, then hangs up. */
  end(node: BinaryNode): void {
    this.send(node);
    this.close();
  }

  close(): void {
    this.device?.disconnected(this);
    if (this.socket.readyState <= WebSocket.OPEN) this.socket.close();
  }

  // One after the other, since decoding is asynchronous and the order of stanzas matters.
  #queue(bytes: Buffer): void {
    this.#work = this.#work.then(() => this.#take(bytes)).catch((error) => {
      this.network.complain(`A connection was closed: ${error instanceof Error ? error.message : error}`);
      this.close();
    });
  }

  async #take(bytes: Buffer): Promise<void> {
    if (this.#noise.isOpen) {
      return await receiveStanza(this, await decodeBinaryNode(this.#noise.decrypt(bytes)));
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
