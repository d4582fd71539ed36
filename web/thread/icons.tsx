import { Check, CheckCheck, CircleAlert, Clock, type LucideIcon } from "lucide-react";
import { useLingui } from "@lingui/react/macro";
import { ACK } from "../../src/shared/delivery.ts";
import css from "./icons.module.css";

/** The channel's glyph, drawn by us; other channels than WhatsApp have none (spec 1 §2.4). */
export function ChannelIcon({ channel }: { channel: string }) {
  if (channel !== "whatsapp") return null;
  return (
    <svg className="lucide" width="16" height="16" viewBox="0 0 24 24" role="img" aria-label="WhatsApp" {...STROKE}>
      <path d="M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719" />
      <path d="M9.2 8.2c-.5 2.6 3.9 7.1 6.7 6.6.7-.2 1.1-1 .7-1.6l-1-1.1-1.5.6c-.9-.4-1.5-1-1.9-1.9l.7-1.5-1.1-1.1c-.6-.4-2.5-.7-2.6 0z" />
    </svg>
  );
}

const STROKE = { fill: "none", stroke: "currentColor", strokeLinecap: "round", strokeLinejoin: "round" } as const;

/** How far an own message has come: clock, one tick, two, two in blue (spec 1 §2.7). */
export function Ticks({ ack }: { ack: number }) {
  const { t } = useLingui();
  const [Icon, label] = mark();
  return (
    <span className={css.ticks} role="img" aria-label={label} data-read={ack >= ACK.read || undefined}>
      <Icon size={16} aria-hidden />
    </span>
  );

  function mark(): [LucideIcon, string] {
    if (ack === ACK.failed) return [CircleAlert, t`não enviada`];
    if (ack === ACK.waiting) return [Clock, t`enviando`];
    if (ack === ACK.sent) return [Check, t`enviada`];
    return [CheckCheck, ack === ACK.delivered ? t`entregue` : t`lida`];
  }
}
