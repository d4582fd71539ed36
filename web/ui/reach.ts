import type { Channel } from "../../src/contract/channels.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";

export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  whatsapp: "WhatsApp",
  facebook: "Facebook",
  instagram: "Instagram",
  webchat: "Web chat",
};

/** How somebody is reached: by a number, or at the channel that knows them without one. */
export function reachText({ number, channel }: { number: string; channel?: Channel }): string {
  return formatNumber(number) || (channel ? CHANNEL_NAMES[channel] : "");
}
