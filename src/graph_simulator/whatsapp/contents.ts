import type { Asked } from "../asked.ts";
import { readWhatsApp } from "../check.ts";
import { GraphError } from "../errors.ts";
import { fetchMedia } from "../fetched.ts";
import type { MediaFile, Said, WhatsAppLine } from "../model.ts";
import type { World } from "../world.ts";
import { type Content, CONTENTS, type ContentType } from "./shapes.ts";
import { fillTemplate } from "./template_fill.ts";

export interface Read {
  said: Said;
  /** Of a template. */
  category?: string;
  /** A link led to nothing: the message is accepted and fails. */
  mediaFailed: boolean;
}

type MediaType = "image" | "video" | "audio" | "document" | "sticker";

/** Reads what a message carries under the name of its type. */
export async function readContent(
  { world }: Asked,
  line: WhatsAppLine,
  body: Record<string, unknown>,
  { type, isById }: { type: string; isById: boolean },
): Promise<Read> {
  if (!isContentType(type)) {
    const all = Object.keys(CONTENTS).map((each) => `"${each.toUpperCase()}"`).join(", ");
    throw new GraphError(100, { message: `Param type must be one of {${all}} - got "${type}".` });
  }
  const stray = Object.keys(CONTENTS).find((name) => name !== type && body[name] !== undefined);
  if (stray) throw new GraphError(100, { message: `Param ${stray} does not belong to a message of the type ${type}.` });
  if (isMediaType(type)) {
    return await readMedia(world, type, readWhatsApp(CONTENTS[type], body[type], [type]));
  }
  if (type === "template") {
    return fillTemplate(world, line, readWhatsApp(CONTENTS.template, body.template, [type]), isById);
  }
  return { said: plain(world, line, type, body[type]), mediaFailed: false };
}

function plain(
  world: World,
  line: WhatsAppLine,
  type: Exclude<ContentType, MediaType | "template">,
  value: unknown,
): Said {
  switch (type) {
    case "text":
      return { kind: type, text: readWhatsApp(CONTENTS.text, value, [type]).body };
    case "location":
      return { kind: type, location: readWhatsApp(CONTENTS.location, value, [type]) };
    case "contacts":
      return { kind: type, contacts: readWhatsApp(CONTENTS.contacts, value, [type]) };
    case "reaction": {
      const { message_id, emoji } = readWhatsApp(CONTENTS.reaction, value, [type]);
      if (world.message(message_id)?.line !== line) {
        throw new GraphError(131009, {
          details: "Parameter 'reaction['message_id']' names no message of this number.",
        });
      }
      return { kind: type, text: emoji };
    }
    case "interactive":
      return interactive(readWhatsApp(CONTENTS.interactive, value, [type]));
  }
}

function interactive(content: Content<"interactive">): Said {
  const said = { kind: "interactive", text: content.body.text };
  if (content.type === "button") return { ...said, choices: content.action.buttons.map(({ reply }) => reply) };
  if (content.type === "list") return { ...said, choices: content.action.sections.flatMap(({ rows }) => rows) };
  const { display_text, url } = content.action.parameters;
  return { ...said, choices: [{ id: url, title: display_text, url }] };
}

interface MediaContent {
  id?: string;
  link?: string;
  caption?: string;
  filename?: string;
  voice?: boolean;
}

async function readMedia(world: World, kind: MediaType, content: MediaContent): Promise<Read> {
  const { id, link, caption, filename, voice } = content;
  const media = link === undefined ? uploaded(world, kind, id!) : await fetchMedia(world, link);
  const named = media && filename ? { ...media, name: filename } : media;
  const said = { kind, media: named, text: caption, isVoice: voice };
  return { said, mediaFailed: !media };
}

function uploaded(world: World, kind: MediaType, id: string): MediaFile {
  const media = world.media.get(id);
  if (!media || media.expiresAt <= world.now()) {
    throw new GraphError(131009, { details: `Parameter '${kind}['id']' names no uploaded media.` });
  }
  return media;
}

function isContentType(type: string): type is ContentType {
  return Object.hasOwn(CONTENTS, type);
}

function isMediaType(type: ContentType): type is MediaType {
  return ["image", "video", "audio", "document", "sticker"].includes(type);
}
