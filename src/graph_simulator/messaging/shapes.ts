import { z } from "zod";

const truth = z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]);

const Attachment = z.strictObject({
  type: z.enum(["image", "video", "audio", "file", "MEDIA_SHARE", "like_heart", "template"]),
  payload: z.looseObject({
    url: z.url().optional(),
    is_reusable: truth.optional(),
    attachment_id: z.union([z.string(), z.number()]).transform(String).optional(),
    id: z.string().optional(),
  }).optional(),
});

const QuickReply = z.strictObject({
  content_type: z.enum(["text", "user_phone_number", "user_email"]),
  title: z.string().min(1).max(20).optional(),
  payload: z.string().max(1000).optional(),
  image_url: z.string().optional(),
});

const ToSend = z.strictObject({
  text: z.string().min(1).optional(),
  attachment: Attachment.optional(),
  /** Several pictures at once, on Instagram. */
  attachments: z.array(Attachment).min(1).max(10).optional(),
  quick_replies: z.array(QuickReply).min(1).max(13).optional(),
  metadata: z.string().max(1000).optional(),
  is_reusable: truth.optional(),
});

/** A call of the Send API, of Messenger or of Instagram. */
export const Sending = z.looseObject({
  recipient: z.strictObject({ id: z.union([z.string(), z.number()]).transform(String) }),
  messaging_type: z.enum(["RESPONSE", "UPDATE", "MESSAGE_TAG", "UTILITY"]).optional(),
  tag: z.string().optional(),
  message: ToSend.optional(),
  sender_action: z.enum(["typing_on", "typing_off", "mark_seen", "react", "unreact"]).optional(),
  payload: z.strictObject({ message_id: z.string(), reaction: z.string().optional() }).optional(),
  reply_to: z.strictObject({ mid: z.string() }).optional(),
  notification_type: z.enum(["REGULAR", "SILENT_PUSH", "NO_PUSH"]).optional(),
});

export type Sending = z.infer<typeof Sending>;
export type ToSend = z.infer<typeof ToSend>;
export type Attachment = z.infer<typeof Attachment>;

export const Upload = z.looseObject({
  platform: z.enum(["messenger", "instagram"]).optional(),
  message: z.strictObject({ attachment: Attachment }),
});
