import { z } from "zod";

/** The bodies of messages as "Messages" of the Cloud API's reference has them, with their limits. */

const MediaRef = { id: z.string().optional(), link: z.url().optional() };
const hasOne = ({ id, link }: { id?: string; link?: string }) => (id === undefined) !== (link === undefined);
const ONE = "either id or link is required";
const caption = z.string().max(1024).optional();

const Header = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: z.string().min(1).max(60) }),
  z.strictObject({ type: z.literal("image"), image: z.strictObject(MediaRef) }),
  z.strictObject({ type: z.literal("video"), video: z.strictObject(MediaRef) }),
  z.strictObject({ type: z.literal("document"), document: z.strictObject({ ...MediaRef, filename: z.string() }) }),
]);
const footer = z.strictObject({ text: z.string().min(1).max(60) }).optional();
const Row = z.strictObject({
  id: z.string().min(1).max(200),
  title: z.string().min(1).max(24),
  description: z.string().max(72).optional(),
});
const Section = z.strictObject({ title: z.string().max(24).optional(), rows: z.array(Row).min(1) });
const Reply = z.strictObject({ id: z.string().min(1).max(256), title: z.string().min(1).max(20) });

const Interactive = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("button"),
    header: Header.optional(),
    body: z.strictObject({ text: z.string().min(1).max(1024) }),
    footer,
    action: z.strictObject({
      buttons: z.array(z.strictObject({ type: z.literal("reply"), reply: Reply })).min(1).max(3)
        .refine((all) => areApart(all.map(({ reply }) => reply.id)), "the ids of buttons must differ")
        .refine((all) => areApart(all.map(({ reply }) => reply.title)), "the titles of buttons must differ"),
    }),
  }),
  z.strictObject({
    type: z.literal("list"),
    header: Header.optional(),
    body: z.strictObject({ text: z.string().min(1).max(4096) }),
    footer,
    action: z.strictObject({
      button: z.string().min(1).max(20),
      sections: z.array(Section).min(1).max(10)
        .refine((all) => rowsOf(all).length <= 10, "there may be ten rows in all sections together")
        .refine((all) => areApart(rowsOf(all).map(({ id }) => id)), "the ids of rows must differ")
        .refine((all) => all.length === 1 || all.every(({ title }) => title), "several sections need titles"),
    }),
  }),
  z.strictObject({
    type: z.literal("cta_url"),
    header: Header.optional(),
    body: z.strictObject({ text: z.string().min(1).max(1024) }),
    footer,
    action: z.strictObject({
      name: z.literal("cta_url"),
      parameters: z.strictObject({ display_text: z.string().min(1).max(20), url: z.url() }),
    }),
  }),
]);

const Contact = z.looseObject({ name: z.looseObject({ formatted_name: z.string().min(1) }) });

const Parameter = z.looseObject({ type: z.string(), parameter_name: z.string().optional() });
const Component = z.strictObject({
  type: z.enum(["header", "body", "button", "HEADER", "BODY", "BUTTON"]),
  sub_type: z.enum(["quick_reply", "url", "copy_code", "QUICK_REPLY", "URL", "COPY_CODE"]).optional(),
  index: z.union([z.string().regex(/^\d$/), z.int().min(0).max(9)]).optional(),
  parameters: z.array(Parameter).optional(),
});
const Template = z.strictObject({
  name: z.string().min(1),
  language: z.strictObject({ code: z.string().min(2), policy: z.literal("deterministic").optional() }),
  components: z.array(Component).optional(),
});

/** What each type of message carries under its own name. */
export const CONTENTS = {
  text: z.strictObject({ body: z.string().min(1).max(4096), preview_url: z.boolean().optional() }),
  image: z.strictObject({ ...MediaRef, caption }).refine(hasOne, ONE),
  video: z.strictObject({ ...MediaRef, caption }).refine(hasOne, ONE),
  audio: z.strictObject({ ...MediaRef, voice: z.boolean().optional() }).refine(hasOne, ONE),
  document: z.strictObject({ ...MediaRef, caption, filename: z.string().max(240).optional() }).refine(hasOne, ONE),
  sticker: z.strictObject(MediaRef).refine(hasOne, ONE),
  location: z.strictObject({
    latitude: z.coerce.number().min(-90).max(90),
    longitude: z.coerce.number().min(-180).max(180),
    name: z.string().optional(),
    address: z.string().optional(),
  }),
  contacts: z.array(Contact).min(1).max(257),
  reaction: z.strictObject({ message_id: z.string().min(1), emoji: z.string().max(20) }),
  interactive: Interactive,
  template: Template,
};

export type ContentType = keyof typeof CONTENTS;
export type Content<Type extends ContentType> = z.infer<(typeof CONTENTS)[Type]>;
export type TemplateToSend = Content<"template">;

/** What every message may say beside its content. */
export const Envelope = z.looseObject({
  messaging_product: z.literal("whatsapp"),
  recipient_type: z.literal("individual").optional(),
  to: z.string().optional(),
  recipient: z.string().optional(),
  type: z.string().default("text"),
  context: z.strictObject({ message_id: z.string().min(1) }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
});

/** That a message was read, and that an answer is being written. */
export const Seen = z.strictObject({
  messaging_product: z.literal("whatsapp"),
  status: z.literal("read"),
  message_id: z.string().min(1),
  typing_indicator: z.strictObject({ type: z.literal("text") }).optional(),
});

function rowsOf(sections: z.infer<typeof Section>[]) {
  return sections.flatMap(({ rows }) => rows);
}

function areApart(names: string[]): boolean {
  return new Set(names).size === names.length;
}
