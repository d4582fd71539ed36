import { noticeError } from "../errors.ts";
import type { Message, WhatsAppLine } from "../model.ts";
import { likeAtWhatsApp, type World } from "../world.ts";

/** Which field of the account tells of messages and of their statuses. */
const FIELD = "messages";

/** Tells the apps what became of a message: sent, delivered, read or failed ("Status messages webhook reference"). */
export function tellStatus(world: World, message: Message, { isById }: { isById: boolean }): void {
  const { line, id, status, customer, failure, callbackData, category } = message;
  if (line.channel !== "whatsapp") return;
  const isDone = status === "sent" || status === "delivered" || status === "read";
  const saysNumber = !isById && customer.phone;
  const isKnown = world.customers.includes(customer);
  const about = {
    id,
    status,
    timestamp: String(Math.floor(world.now() / 1000)),
    ...(saysNumber ? { recipient_id: likeAtWhatsApp(customer.phone!) } : {}),
    ...(isKnown ? { recipient_user_id: world.idAt(line, customer) } : {}),
    ...(isDone ? { pricing: pricingOf(category) } : {}),
    ...(failure ? { errors: [noticeError(failure)] } : {}),
    ...(callbackData === undefined ? {} : { biz_opaque_callback_data: callbackData }),
  };
  tellValue(world, line, { statuses: [about] });
}

/** A notice of a number: who it is about stands in front of what it says. */
export function tellValue(world: World, line: WhatsAppLine, value: Record<string, unknown>): void {
  const metadata = { display_phone_number: line.number, phone_number_id: line.id };
  const whole = { messaging_product: "whatsapp", metadata, ...value };
  world.tell(line, FIELD, { changes: [{ field: FIELD, value: whole }] });
}

function pricingOf(category = "SERVICE"): Record<string, unknown> {
  const isFree = category === "SERVICE";
  return {
    billable: !isFree,
    pricing_model: "PMP",
    category: category.toLowerCase(),
    type: isFree ? "free_customer_service" : "regular",
  };
}
