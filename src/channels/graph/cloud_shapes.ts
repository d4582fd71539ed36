import * as z from "zod/mini";

/**
 * What a notice of the Cloud API may say (Meta: "Webhooks, messages"). Only what is used is read, and of that only what
 * has its right shape: one odd field takes away itself, not the message.
 */
const Id = z.string().check(z.minLength(1), z.maxLength(200));
const Text = z.catch(z.optional(z.string()), undefined);
const soft = <T>(shape: z.ZodMiniType<T>) => z.catch(z.optional(shape), undefined);

const File = z.looseObject({
  id: Id,
  mime_type: Text,
  caption: Text,
  filename: Text,
  voice: z.catch(z.optional(z.boolean()), undefined),
});

const Choice = z.looseObject({ title: z.string() });

export const CloudMessage = z.looseObject({
  id: Id,
  /** Digits; missing where people hide their number. */
  from: soft(z.string().check(z.regex(/^\d{5,20}$/))),
  user_id: soft(Id),
  from_user_id: soft(Id),
  timestamp: z.catch(z.optional(z.union([z.string(), z.number()])), undefined),
  type: z.catch(z.string(), "unknown"),
  text: soft(z.looseObject({ body: z.string() })),
  image: soft(File),
  video: soft(File),
  audio: soft(File),
  document: soft(File),
  sticker: soft(File),
  button: soft(z.looseObject({ text: z.string() })),
  interactive: soft(z.looseObject({ button_reply: soft(Choice), list_reply: soft(Choice) })),
  location: soft(z.looseObject({ latitude: z.number(), longitude: z.number(), name: Text, address: Text })),
  contacts: soft(z.array(z.looseObject({
    name: soft(z.looseObject({ formatted_name: z.string() })),
    phones: soft(z.array(z.looseObject({ phone: Text, wa_id: Text }))),
  }))),
  reaction: soft(z.looseObject({ message_id: Id, emoji: Text })),
  context: soft(z.looseObject({
    id: soft(Id),
    forwarded: soft(z.boolean()),
    frequently_forwarded: soft(z.boolean()),
  })),
  edit: soft(z.looseObject({
    original_message_id: soft(Id),
    message: soft(z.looseObject({ text: soft(z.looseObject({ body: z.string() })) })),
  })),
  revoke: soft(z.looseObject({ original_message_id: soft(Id) })),
  /** Said in a group. */
  group_id: soft(Id),
  /** WhatsApp's own word about somebody. */
  system: soft(z.looseObject({
    type: Text,
    wa_id: soft(z.string().check(z.regex(/^\d{5,20}$/))),
    user_id: soft(Id),
  })),
});

export const CloudStatus = z.looseObject({
  id: Id,
  status: z.string(),
  timestamp: z.catch(z.optional(z.union([z.string(), z.number()])), undefined),
  recipient_id: Text,
  biz_opaque_callback_data: soft(Id),
  errors: soft(z.array(z.looseObject({ code: z.catch(z.int(), 0) }))),
});

/** Who writes: their name, and where they have one, their number. */
export const CloudContact = z.looseObject({
  wa_id: soft(z.string()),
  user_id: soft(z.string()),
  profile: soft(z.looseObject({ name: Text, username: Text })),
});

/** Somebody changes what they want of a business account (Meta: "Webhooks, user_preferences"). */
export const CloudPreference = z.looseObject({
  wa_id: soft(z.string().check(z.regex(/^\d{5,20}$/))),
  user_id: soft(Id),
  category: z.literal("marketing_messages"),
  value: z.string(),
});

/** One change of a number: messages and statuses, each read by itself. */
export const CloudValue = z.looseObject({
  metadata: z.looseObject({ phone_number_id: Id }),
  contacts: z.catch(z.array(z.unknown()), []),
  messages: z.catch(z.array(z.unknown()), []),
  statuses: z.catch(z.array(z.unknown()), []),
  user_preferences: z.catch(z.array(z.unknown()), []),
  message_echoes: z.catch(z.array(z.unknown()), []),
});
