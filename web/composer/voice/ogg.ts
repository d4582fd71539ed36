/**
 * Opus packets in an Ogg file (RFC 7845, RFC 3533), as WhatsApp's own voice notes are made: 16 kHz mono, three frames of
 * 20 ms to a packet. An iPhone refuses a voice note whose packets hold one frame each.
 */
export interface OpusPacket {
  bytes: Uint8Array;
  /** Samples at 48 kHz, whatever the recording's own rate: so Ogg counts Opus. */
  samples: number;
}

/** What the encoder looks ahead, in samples at 48 kHz; players leave them out at the beginning. */
const PRE_SKIP = 312;
const RECORDED_RATE = 16_000;
/** Packets on a page: about two seconds. */
const ON_A_PAGE = 34;
const FIRST = 2, LAST = 4;

/** A whole Ogg Opus file. `serial` is any number that other files don't have. */
export function oggOpus(packets: readonly OpusPacket[], serial: number): Uint8Array<ArrayBuffer> {
  const pages = [
    pageOf([opusHead()], { serial, nth: 0, flags: FIRST, granule: 0 }),
    pageOf([opusTags()], { serial, nth: 1, flags: 0, granule: 0 }),
  ];
  let granule = PRE_SKIP;
  for (let from = 0; from < packets.length; from += ON_A_PAGE) {
    const here = packets.slice(from, from + ON_A_PAGE);
    granule += here.reduce((sum, { samples }) => sum + samples, 0);
    const flags = from + ON_A_PAGE >= packets.length ? LAST : 0;
    pages.push(pageOf(here.map(({ bytes }) => bytes), { serial, nth: pages.length, flags, granule }));
  }
  return joined(pages);
}

/** One frame to a packet, as encoders give them, made into three to a packet (RFC 6716 §3.2.5, code 3). */
export function packed(frames: readonly OpusPacket[]): OpusPacket[] {
  const packets: OpusPacket[] = [];
  let group: OpusPacket[] = [];
  const close = () => {
    if (group.length) packets.push(together(group));
    group = [];
  };
  for (const frame of frames) {
    const toc = frame.bytes[0]!;
    if (toc & 3) {
      // It holds several already.
      close();
      packets.push(frame);
      continue;
    }
    if (group.length === 3 || (group.length && group[0]!.bytes[0] !== toc)) close();
    group.push(frame);
  }
  close();
  return packets;
}

/** Code 3: the table of contents, how many frames and that their lengths differ, the lengths of all but the last. */
function together(group: readonly OpusPacket[]): OpusPacket {
  const frames = group.map(({ bytes }) => bytes.subarray(1));
  const VARIABLE = 0x80;
  const head = [group[0]!.bytes[0]! | 3, VARIABLE | frames.length];
  const lengths = frames.slice(0, -1).flatMap(({ length }) => lengthOf(length));
  const samples = group.reduce((sum, each) => sum + each.samples, 0);
  return { bytes: joined([Uint8Array.of(...head, ...lengths), ...frames]), samples };
}

/** RFC 6716 §3.2.1. */
function lengthOf(length: number): number[] {
  if (length < 252) return [length];
  const low = 252 + (length & 3);
  return [low, (length - low) / 4];
}

function opusHead(): Uint8Array {
  const head = new Uint8Array(19), view = new DataView(head.buffer);
  head.set(letters("OpusHead"));
  head[8] = 1;
  head[9] = 1;
  view.setUint16(10, PRE_SKIP, true);
  view.setUint32(12, RECORDED_RATE, true);
  return head;
}

function opusTags(): Uint8Array {
  const vendor = letters("Balcao");
  const tags = new Uint8Array(8 + 4 + vendor.length + 4);
  tags.set(letters("OpusTags"));
  new DataView(tags.buffer).setUint32(8, vendor.length, true);
  tags.set(vendor, 12);
  return tags;
}

interface Page {
  serial: number;
  nth: number;
  flags: number;
  granule: number;
}

function pageOf(packets: readonly Uint8Array[], { serial, nth, flags, granule }: Page): Uint8Array {
  const lacing = packets.flatMap(({ length }) => [...Array(Math.floor(length / 255)).fill(255), length % 255]);
  const page = joined([new Uint8Array(27), Uint8Array.from(lacing), ...packets]);
  const view = new DataView(page.buffer);
  page.set(letters("OggS"));
  page[5] = flags;
  view.setBigUint64(6, BigInt(granule), true);
  view.setUint32(14, serial, true);
  view.setUint32(18, nth, true);
  page[26] = lacing.length;
  view.setUint32(22, checksum(page), true);
  return page;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, nth) => {
  let value = nth << 24;
  for (let bit = 0; bit < 8; bit++) value = value << 1 ^ (value < 0 ? 0x04c11db7 : 0);
  return value;
});

/** RFC 3533 §6: reckoned with the checksum's own four bytes at zero. */
export function checksum(page: Uint8Array): number {
  return page.reduce((crc, byte) => crc << 8 ^ CRC_TABLE[(crc >>> 24) ^ byte]!, 0) >>> 0;
}

function letters(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
