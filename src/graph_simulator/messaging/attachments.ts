import type { Asked } from "../asked.ts";
import { readParams } from "../check.ts";
import { GraphError } from "../errors.ts";
import { fetchMedia, keepMedia } from "../fetched.ts";
import type { InstagramLine, MediaFile, MessengerLine, Said } from "../model.ts";
import { needScope } from "../tokens.ts";
import type { World } from "../world.ts";
import { type Attachment, Upload } from "./shapes.ts";

const MB = 1024 * 1024;
const MOST = 25 * MB;

/** What Instagram takes, with its limits ("Send a message: media"). */
const INSTAGRAM: Record<string, { kinds: RegExp; most: number }> = {
  image: { kinds: /^image\/(png|jpeg|gif)$/, most: 8 * MB },
  video: { kinds: /^video\/(mp4|ogg|x-msvideo|quicktime|webm)$/, most: MOST },
  audio: { kinds: /^audio\/(aac|x-m4a|mp4|wav|x-wav|wave)$|^video\/mp4$/, most: MOST },
  file: { kinds: /^application\/pdf$/, most: MOST },
};

/** A file of a message: by its address, by the id of an earlier upload, or together with the call. */
export async function readAttachment(
  asked: Asked,
  line: MessengerLine | InstagramLine,
  { type, payload }: Attachment,
): Promise<Said> {
  if (type === "like_heart") return { kind: "sticker", text: "❤" };
  const { world, files } = asked;
  const filedata = files.get("filedata");
  if (filedata && line.channel === "messenger") {
    const media = keepMedia(world, { bytes: await filedata.bytes(), mimeType: filedata.type, name: filedata.name });
    return saidOf(type, checkSize(line, type, media));
  }
  const id = payload?.attachment_id ?? payload?.id;
  if (id !== undefined) return saidOf(type, known(world, id));
  if (!payload?.url) {
    throw new GraphError(100, { message: "The parameter message[attachment][payload][url] is required" });
  }
  const media = await fetchMedia(world, payload.url);
  if (!media) throw new GraphError(100, { subcode: 2018047, message: "Upload attachment failure." });
  return saidOf(type, checkSize(line, type, media));
}

/** POST /{page-id|me}/message_attachments: a file that several messages may carry. */
export async function uploadAttachment(asked: Asked, line: MessengerLine): Promise<Record<string, unknown>> {
  needScope(asked.token, "pages_messaging");
  const { message, platform } = readParams(Upload, asked.params);
  const target = platform === "instagram" && line.instagram ? line.instagram : line;
  const { media } = await readAttachment(asked, target, message.attachment);
  return { attachment_id: media!.id };
}

function known(world: World, id: string): MediaFile {
  const media = world.media.get(id);
  if (!media) throw new GraphError(100, { subcode: 2018074, message: "Invalid attachment_id" });
  return media;
}

function checkSize({ channel }: MessengerLine | InstagramLine, type: string, media: MediaFile): MediaFile {
  const limit = channel === "instagram" ? INSTAGRAM[type] : undefined;
  if (media.bytes.length > (limit?.most ?? MOST)) {
    throw new GraphError(100, { subcode: 2018047, message: "Attachment size exceeds allowable limit" });
  }
  if (limit && !limit.kinds.test(media.mimeType)) {
    throw new GraphError(100, { subcode: 2534037, message: `The type ${media.mimeType} is not supported.` });
  }
  return media;
}

function saidOf(type: string, media: MediaFile): Said {
  return { kind: type === "file" ? "document" : type.toLowerCase(), media };
}
