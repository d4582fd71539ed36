import { milliseconds } from "date-fns/milliseconds";
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { downloadMediaMessage, extractMessageContent, proto, type WAMessage } from "@whiskeysockets/baileys";
import { within } from "../../shared/within.ts";

/** A file must be here after this long (ms), and asked for again, the sender's phone must have answered. */
const FETCHED_WITHIN = milliseconds({ minutes: 5 }), SENT_AGAIN_WITHIN = milliseconds({ seconds: 30 });

export interface Fetching {
  /** The media host, with its port if need be. */
  host: string;
  /** Where the file is written to. */
  path: string;
  mostBytes: number;
  /** Has the phone put the file on the host again, and returns the message that leads to it. */
  sendAgain(message: WAMessage): Promise<WAMessage>;
}

/** Fetches and deciphers the file of a message; one that the host has let go is asked for again. */
export async function fetchFile(message: WAMessage, fetching: Fetching): Promise<void> {
  try {
    await download(message, fetching);
  } catch (error) {
    if (![404, 410].includes(statusOf(error) ?? 0)) throw plain(error);
    await download(await within(SENT_AGAIN_WITHIN, fetching.sendAgain(message)), fetching).catch((error) => {
      throw plain(error);
    });
  }
}

async function download(message: WAMessage, { host, path, mostBytes }: Fetching): Promise<void> {
  const fileSha256 = fetchable(message.message ?? {});
  const stream = await within(FETCHED_WITHIN, downloadMediaMessage(message, "stream", { host } as object));
  const hash = createHash("sha256");
  let size = 0;
  async function* watched(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      if ((size += chunk.length) > mostBytes) throw new Error("The file is larger than it may be");
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(stream, watched, createWriteStream(path), { signal: AbortSignal.timeout(FETCHED_WITHIN) });
  // The library deciphers whatever comes and checks nothing.
  if (fileSha256?.length && !hash.digest().equals(fileSha256)) throw new Error("This is not the file that was sent");
}

const MEDIA = [
  "imageMessage",
  "videoMessage",
  "ptvMessage",
  "audioMessage",
  "documentMessage",
  "stickerMessage",
] as const;

/**
 * Leaves of a message's addresses only the path on WhatsApp's own hosts: the sender writes them, and the library would
 * follow them into our own network. Returns the checksum that the file must have.
 */
export function fetchable(message: proto.IMessage): Uint8Array | null | undefined {
  const content = extractMessageContent(message) ?? {};
  const media = MEDIA.map((name) => content[name]).find((each) => each);
  const path = media && (media.directPath || pathOf(media.url ?? ""));
  if (!media || !path?.startsWith("/")) throw new Error("The message leads to no file");
  media.directPath = path;
  media.url = "";
  return media.fileSha256;
}

function pathOf(url: string): string | undefined {
  const { hostname, pathname, search } = URL.parse(url) ?? {};
  return hostname?.endsWith(".whatsapp.net") ? `${pathname}${search}` : undefined;
}

/** The status in an error of the library's. */
export function statusOf(error: unknown): number | undefined {
  return (error as { output?: { statusCode?: number } } | undefined)?.output?.statusCode;
}

/** The library's own words hold the whole address, which a log need not keep. */
function plain(error: unknown): unknown {
  const status = statusOf(error);
  return status ? new Error(`The media host answered ${status}`) : error;
}
