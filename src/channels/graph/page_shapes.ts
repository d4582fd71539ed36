import * as z from "zod/mini";

/** What a notice of a page or an Instagram account may say (Meta: "Messenger Platform, webhook events"). */
const Id = z.string().check(z.minLength(1), z.maxLength(200));
const Text = z.catch(z.optional(z.string()), undefined);
const soft = <T>(shape: z.ZodMiniType<T>) => z.catch(z.optional(shape), undefined);
const Yes = soft(z.boolean());

const Attachment = z.looseObject({
  type: z.catch(z.string(), "file"),
  payload: soft(z.looseObject({
    url: Text,
    title: Text,
    sticker_id: z.catch(z.optional(z.union([z.number(), z.string()])), undefined),
    coordinates: soft(z.looseObject({ lat: z.number(), long: z.number() })),
  })),
});

export const Messaging = z.looseObject({
  sender: z.looseObject({ id: Id }),
  recipient: z.looseObject({ id: Id }),
  timestamp: z.catch(z.optional(z.number()), undefined),
  message: soft(z.looseObject({
    mid: Id,
    text: Text,
    is_echo: Yes,
    /** An account has written to itself. */
    is_self: Yes,
    is_deleted: Yes,
    is_unsupported: Yes,
    metadata: soft(Id),
    app_id: z.catch(z.optional(z.union([z.number(), z.string()])), undefined),
    attachments: z.catch(z.array(Attachment), []),
    quick_reply: soft(z.looseObject({ payload: Text })),
    reply_to: soft(z.looseObject({ mid: soft(Id), story: soft(z.looseObject({ url: Text })) })),
  })),
  message_edit: soft(z.looseObject({ mid: Id, text: z.string() })),
  delivery: soft(z.looseObject({ mids: z.catch(z.array(Id), []) })),
  read: soft(z.looseObject({ watermark: z.catch(z.optional(z.number()), undefined), mid: soft(Id) })),
  reaction: soft(z.looseObject({ mid: Id, action: Text, emoji: Text, reaction: Text })),
  postback: soft(z.looseObject({ mid: soft(Id), title: Text, payload: Text })),
});
export type Messaging = z.infer<typeof Messaging>;
export type Attachment = z.infer<typeof Attachment>;
