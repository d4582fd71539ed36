import type { Asked } from "../asked.ts";
import { readWhatsApp } from "../check.ts";
import { GraphError } from "../errors.ts";
import { newWamid } from "../ids.ts";
import type { Customer, Message, WhatsAppLine } from "../model.ts";
import { needScope } from "../tokens.ts";
import { likeAtWhatsApp, type World } from "../world.ts";
import { readContent } from "./contents.ts";
import { fateOf } from "./fate.ts";
import { Envelope, Seen } from "./shapes.ts";
import { tellStatus } from "./statuses.ts";

/** POST /{phone-number-id}/messages: a message, or that one was read. */
export async function sendWhatsApp(asked: Asked, line: WhatsAppLine): Promise<Record<string, unknown>> {
  needScope(asked.token, "whatsapp_business_messaging");
  if (!line.isRegistered) throw new GraphError(133010);
  if (asked.params.status !== undefined) return markSeen(asked, line);
  const { access_token: _, appsecret_proof: __, ...body } = asked.params;
  const envelope = readWhatsApp(Envelope, body);
  const receiver = receiverOf(asked.world, line, envelope);
  const content = await readContent(asked, line, body, { type: envelope.type, isById: receiver.isById });
  const message: Message = {
    ...content.said,
    id: newWamid(),
    line,
    // Who is unknown gets nothing, but the message is counted and fails like any other.
    customer: receiver.customer ?? stranger(receiver.input),
    isFromBusiness: true,
    at: asked.world.now(),
    status: "accepted",
    edits: [],
    isDeleted: false,
    reactions: {},
    replyTo: envelope.context?.message_id,
    app: asked.token.app,
    callbackData: envelope.biz_opaque_callback_data,
    category: content.category,
    raw: body,
  };
  const failure = fateOf(asked.world, message, { isKnown: !!receiver.customer, mediaFailed: content.mediaFailed });
  if (failure && asked.world.faults.refusesAtOnce) throw new GraphError(failure);
  accept(asked.world, message, { failure, isById: receiver.isById });
  return {
    messaging_product: "whatsapp",
    contacts: [contactOf(asked.world, line, receiver)],
    messages: [{ id: message.id, ...(message.kind === "template" ? { message_status: "accepted" } : {}) }],
  };
}

function accept(
  world: World,
  message: Message,
  { failure, isById }: { failure: ReturnType<typeof fateOf>; isById: boolean },
): void {
  if (!failure && message.kind === "reaction") react(world, message);
  if (message.kind !== "reaction") world.messages.push(message);
  if (failure) message.failure = failure;
  const steps = failure ? ["failed"] as const : ["sent", "delivered"] as const;
  for (const status of steps) {
    if (status === "delivered" && (!message.customer.isOnline || message.kind === "reaction")) break;
    message.status = status;
    tellStatus(world, message, { isById });
  }
  world.changed();
}

/** A reaction changes the message it is about; an empty one takes it back. */
function react(world: World, { raw }: Message): void {
  const { message_id, emoji } = (raw as { reaction: { message_id: string; emoji: string } }).reaction;
  const target = world.message(message_id);
  if (target) target.reactions = { ...target.reactions, business: emoji || undefined };
}

interface Receiver {
  customer?: Customer;
  /** As it was written in the call. */
  input: string;
  /** By the WhatsApp user's id rather than by the number. */
  isById: boolean;
}

const USER_ID = /^[A-Z]{2}\.[A-Za-z0-9.]{1,128}$/;

/** Where both are given, the number counts ("Business-scoped user IDs"). */
function receiverOf(
  world: World,
  line: WhatsAppLine,
  { to, recipient }: { to?: string; recipient?: string },
): Receiver {
  const { userIdIn } = world.faults;
  if (to !== undefined && USER_ID.test(to) && userIdIn !== "recipient") return byId(world, line, to);
  if (to !== undefined) return byNumber(world, line, to);
  if (recipient === undefined || userIdIn === "to") {
    throw new GraphError(131008, { details: "Parameter 'to' is required." });
  }
  if (!USER_ID.test(recipient)) {
    throw new GraphError(131009, { details: "Parameter 'recipient' is not a business-scoped user ID." });
  }
  return byId(world, line, recipient);
}

function byId(world: World, line: WhatsAppLine, input: string): Receiver {
  return { input, isById: true, customer: world.customerAt(line, input) };
}

function byNumber(world: World, line: WhatsAppLine, input: string): Receiver {
  const digits = input.replace(/[\s()+-]/g, "");
  if (!/^\d{7,15}$/.test(digits)) throw new GraphError(131009, { details: "Parameter 'to' is not a phone number." });
  if (likeAtWhatsApp(digits) === likeAtWhatsApp(line.number)) throw new GraphError(131021);
  return { input, isById: false, customer: world.customerByPhone(digits) };
}

function contactOf(world: World, line: WhatsAppLine, { customer, input, isById }: Receiver): Record<string, unknown> {
  if (isById) return { input, user_id: input };
  if (!customer) return { input, wa_id: input.replace(/\D/g, "") };
  return { input, wa_id: likeAtWhatsApp(customer.phone!), user_id: world.idAt(line, customer) };
}

function stranger(phone: string): Customer {
  return { name: "", phone, hidesNumber: false, isOnline: false, isOptedOut: false, ids: new Map() };
}

function markSeen({ world, params, token: _ }: Asked, line: WhatsAppLine): Record<string, unknown> {
  const { access_token: __, appsecret_proof: ___, ...body } = params;
  const { message_id } = readWhatsApp(Seen, body);
  const message = world.message(message_id);
  if (!message || message.line !== line || message.isFromBusiness) {
    throw new GraphError(131009, { details: "Parameter 'message_id' names no message that came in." });
  }
  // Reading one reads all before it.
  for (const each of world.talk(line, message.customer)) {
    if (!each.isFromBusiness && each.at <= message.at) each.status = "read";
  }
  world.changed();
  return { success: true };
}
