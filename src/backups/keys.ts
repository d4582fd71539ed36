/** The provider's file stands among the companies under this number. */
export const PROVIDER = 0;

/** What a key of a backup says; times in milliseconds since 1970, so that keys stand in their order. */
export type Named =
  | { what: "base"; companyId: number; generation: number; by?: string | undefined }
  | Piece
  | { what: "media"; companyId: number; hash: string }
  | { what: "names"; companyId: number; at: number };

/** Pages of a generation of the log. */
interface Piece {
  what: "wal";
  companyId: number;
  generation: number;
  /** The generation before it: without all of that, nothing of this one fits on the file. */
  previous: number;
  from: number;
  to: number;
  at: number;
  isLast: boolean;
  /** The installation that wrote it; nothing in what was written before installations had names. */
  by?: string | undefined;
}

/** That a place belongs to an installation from a moment on, until another one claims it. */
export interface Claim {
  /** Milliseconds. */
  at: number;
  by: string;
  /** Whose state it began with, and up to which moment (ms), if it began with another's. */
  from: string | undefined;
  until: number | undefined;
}

/** Keys begin with the version of this order of things. */
const VERSION = "v1";

export function baseKey(companyId: number, generation: number): string {
  return `${VERSION}/${companyId}/base/${time(generation)}`;
}

export function walKey({ companyId, generation, previous, from, to, at, isLast }: Omit<Piece, "what" | "by">): string {
  const end = isLast ? ".end" : "", life = `${time(generation)}.${time(previous)}`;
  return `${VERSION}/${companyId}/wal/${life}/${bytes(from)}-${bytes(to)}.${time(at)}${end}`;
}

export function mediaKey(companyId: number, hash: string): string {
  return `${VERSION}/${companyId}/media/${hash.slice(0, 2)}/${hash}`;
}

export function namesKey(companyId: number, at: number): string {
  return `${VERSION}/${companyId}/names/${time(at)}`;
}

/**
 * The key under which an installation keeps a base or a piece. Two that have the same state go on from the same numbers, and
 * nobody may take what one wrote for the other's.
 */
export function keyBy(by: string, key: string): string {
  return key.replace(/^(v1\/\d+\/(?:base\/\d{13}$|wal\/\d{13}\.\d{13}(?=\/)))/, `$1.${by}`);
}

export const CLAIMS = `${VERSION}/${PROVIDER}/claims/`;
const NOBODY = "00000000";

export function claimKey({ at, by, from = NOBODY, until = 0 }: Claim): string {
  return `${CLAIMS}${time(at)}.${by}.${from}.${time(until)}`;
}

export function readClaim(key: string): Claim | undefined {
  const found = /^v1\/0\/claims\/(\d{13})\.([0-9a-f]{8})\.([0-9a-f]{8})\.(\d{13})$/.exec(key);
  if (!found) return undefined;
  const [, at, by, from, until] = found as unknown as [string, string, string, string, string];
  return { at: Number(at), by, from: from === NOBODY ? undefined : from, until: Number(until) || undefined };
}

const MARKS = `${VERSION}/${PROVIDER}/marks/`;

/** What says up to which moment (ms) an installation has brought something to a place. */
export function markKey(by: string, at: number): string {
  return `${marksOf(by)}${time(at)}`;
}

export function marksOf(by: string): string {
  return `${MARKS}${by}.`;
}

export const SERVER_KEY = `${VERSION}/${PROVIDER}/server.key`;

export function prefixOf(companyId: number, what: Named["what"] | "" = ""): string {
  return `${VERSION}/${companyId}/${what ? `${what}/` : ""}`;
}

/** What a key is about; nothing for what is none of ours. */
export function readKey(key: string): Named | undefined {
  const [, id, rest] = /^v1\/(\d+)\/(.*)$/.exec(key) ?? [];
  if (rest === undefined) return undefined;
  const companyId = Number(id);
  const base = /^base\/(\d{13})(?:\.([0-9a-f]{8}))?$/.exec(rest);
  if (base) return { what: "base", companyId, generation: Number(base[1]), by: base[2] };
  const names = /^names\/(\d{13})$/.exec(rest);
  if (names) return { what: "names", companyId, at: Number(names[1]) };
  const media = /^media\/\w\w\/(\w{64})$/.exec(rest);
  if (media) return { what: "media", companyId, hash: media[1]! };
  const wal = /^wal\/(\d{13})\.(\d{13})(?:\.([0-9a-f]{8}))?\/(\d{12})-(\d{12})\.(\d{13})(\.end)?$/.exec(rest);
  if (!wal) return undefined;
  const [, generation, previous, by, from, to, at, end] = wal, isLast = end !== undefined;
  const [one, before, start, until, moment] = [generation, previous, from, to, at].map(Number) as Numbers;
  return { what: "wal", companyId, generation: one, previous: before, from: start, to: until, at: moment, isLast, by };
}

type Numbers = [number, number, number, number, number];

function time(ms: number): string {
  return String(ms).padStart(13, "0");
}

function bytes(count: number): string {
  return String(count).padStart(12, "0");
}
