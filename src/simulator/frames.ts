const WITH_ROUTING = [0x45, 0x44]; // "ED"
const HEADER_BYTES = 4;

/** Cuts the bytes of a socket into frames: an introduction once, then length (3 bytes) and body. */
export class FrameReader {
  #bytes = Buffer.alloc(0);
  #introduced = false;

  take(bytes: Uint8Array): Buffer[] {
    this.#bytes = this.#bytes.length ? Buffer.concat([this.#bytes, bytes]) : Buffer.from(bytes);
    if (!this.#introduced && !this.#skipIntroduction()) return [];
    const frames: Buffer[] = [];
    while (this.#bytes.length >= 3) {
      const end = 3 + this.#bytes.readUIntBE(0, 3);
      if (this.#bytes.length < end) break;
      frames.push(this.#bytes.subarray(3, end));
      this.#bytes = this.#bytes.subarray(end);
    }
    return frames;
  }

  #skipIntroduction(): boolean {
    const routed = this.#bytes[0] === WITH_ROUTING[0] && this.#bytes[1] === WITH_ROUTING[1];
    if (routed && this.#bytes.length < 7) return false;
    const length = (routed ? 7 + this.#bytes.readUIntBE(4, 3) : 0) + HEADER_BYTES;
    if (this.#bytes.length < length) return false;
    this.#bytes = this.#bytes.subarray(length);
    return this.#introduced = true;
  }
}

export function frame(body: Uint8Array): Buffer<ArrayBuffer> {
  const framed = Buffer.alloc(3 + body.length);
  framed.writeUIntBE(body.length, 0, 3);
  framed.set(body, 3);
  return framed;
}
