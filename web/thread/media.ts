import { atom, getDefaultStore, type PrimitiveAtom } from "jotai";
import { type Message, messages } from "../../src/contract/messages.ts";
import { call } from "../call.ts";
import { withToken } from "../refresh.ts";
import { headersFor, readAnswer } from "../request.ts";
import { elsewhere, isElsewhere } from "../composer/sending/elsewhere.ts";
import { onOtherPerson } from "../person.ts";

export interface Picture {
  /** An address of this page's own, once the picture is here. */
  url: string | null;
  hasFailed: boolean;
}

/** Pictures that were seen lately, the latest last; older ones are let go and would be fetched again. */
const shelf = new Map<string, PrimitiveAtom<Picture>>();
const ROOM = 150;
const store = getDefaultStore();

/** A message's picture, fetched when it is first drawn. Until it is confirmed, an own one is the chosen file itself. */
export function pictureOf(message: Message): PrimitiveAtom<Picture> {
  const key = keyOf(message);
  const picture = shelf.get(key) ?? atom<Picture>({ url: null, hasFailed: false });
  if (!shelf.has(key)) {
    picture.onMount = () => {
      if (!store.get(picture).url) void fetchPicture(message);
    };
  }
  put(key, picture);
  return picture;
}

export async function fetchPicture(message: Message): Promise<void> {
  const picture = pictureOf(message);
  const { mediaUrl } = message;
  if (!mediaUrl) return;
  try {
    const blob = await fetchFile(mediaUrl);
    store.set(picture, { url: URL.createObjectURL(blob), hasFailed: false });
  } catch {
    store.set(picture, { url: null, hasFailed: true });
  }
}

/** Shows a chosen file under the name that its message will have. */
export function adoptPicture(localId: string, file: File): void {
  put(localId, atom<Picture>({ url: URL.createObjectURL(file), hasFailed: false }));
}

/** An address that an audio or video element may read for a while. */
export async function mediaAddress(message: Message): Promise<string> {
  if (isElsewhere(message)) return (await elsewhere()).mediaAddress(message);
  return (await call(messages.mediaAddress, { id: message.id })).url;
}

/** Saves a message's file under its own name. */
export async function saveFile(message: Message): Promise<void> {
  const link = document.createElement("a");
  link.href = await mediaAddress(message);
  link.download = message.media?.name ?? "";
  link.click();
}

/** Numbers are those of one kind of place; the address of a file is its own everywhere. */
function keyOf({ mediaUrl, localId }: Message): string {
  return localId ?? mediaUrl ?? "";
}

function put(key: string, picture: PrimitiveAtom<Picture>): void {
  shelf.delete(key);
  shelf.set(key, picture);
  if (shelf.size <= ROOM) return;
  const [oldest, gone] = shelf.entries().next().value!;
  shelf.delete(oldest);
  release(gone);
}

function release(picture: PrimitiveAtom<Picture>): void {
  const { url } = store.get(picture);
  if (url) URL.revokeObjectURL(url);
}

/** A file that only the bearer token opens. */
export function fetchFile(address: string): Promise<Blob> {
  return withToken(messages.mediaAddress, async (token) => {
    const response = await fetch(address, { headers: headersFor(token) });
    if (!response.ok) readAnswer(response.status, await response.text());
    return response.blob();
  });
}

onOtherPerson(() => {
  for (const picture of shelf.values()) release(picture);
  shelf.clear();
});
