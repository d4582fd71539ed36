/** The provider's file stands among the companies under this number. */
export const PROVIDER = 0;

/** What a key of a backup says; times in milliseconds since 1970, so that keys stand in their order. */
export type Named =
  | { what: "base"; companyId: number; generation: number }
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
}

/** Keys begin with the version of this order of things. */
const VERSION = "v1";

export function baseKey(companyId: number, generation: number): string {
  return `${VERSION}/${companyId}/base/${time(generation)}`;
}

export function walKey({ companyId, generation, previous, from, to, at, isLast }: Omit<Piece, "what">): string {
  const end = isLast ? ".end" : "", life = `${time(generation)}.${time(previous)}`;
  return `${VERSION}/${companyId}/wal/${life}/${bytes(from)}-${bytes(to)}.${time(at)}${end}`;
}

export function mediaKey(companyId: number, hash: string): string {
  return `${VERSION}/${companyId}/media/${hash.slice(0, 2)}/${hash}`;
}

export function namesKey(companyId: number, at: number): string {
  return `${VERSION}/${companyId}/names/${time(at)}`;
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
  const base = /^base\/(\d{13})$/.exec(rest);
  if (base) return { what: "base", companyId, generation: Number(base[1]) };
  const names = /^names\/(\d{13})$/.exec(rest);
  if (names) return { what: "names", companyId, at: Number(names[1]) };
  const media = /^media\/\w\w\/(\w{64})$/.exec(rest);
  if (media) return { what: "media", companyId, hash: media[1]! };
  const wal = /^wal\/(\d{13})\.(\d{13})\/(\d{12})-(\d{12})\.(\d{13})(\.end)?$/.exec(rest);
  if (!wal) return undefined;
  const [generation, previous, from, to, at] = wal.slice(1, 6).map(Number) as [number, number, number, number, number];
  return { what: "wal", companyId, generation, previous, from, to, at, isLast: wal[6] !== undefined };
}

function time(ms: number): string {
  return String(ms).padStart(13, "0");
}

function bytes(count: number): string {
  return String(count).padStart(12, "0");
}
