import {
  Ban,
  CircleAlert,
  Clock,
  CreditCard,
  Gauge,
  type LucideIcon,
  MessageCircleQuestionMark,
  Pause,
  ScanSearch,
  SendHorizontal,
  Sprout,
  Unplug,
} from "lucide-react";
import type { Note } from "../../src/contract/campaign_report.ts";
import { useDates } from "../ui/useDates.ts";
import { noteText } from "./words.ts";
import css from "./Forecast.module.css";

const ICONS: Record<Note["code"], LucideIcon> = {
  sends: SendHorizontal,
  waits_for_hours: Clock,
  young_number: Sprout,
  day_cap: Gauge,
  restricted: Ban,
  network_cap: Ban,
  asks_network: Clock,
  checks_numbers: ScanSearch,
  disconnected: Unplug,
  no_connection: CircleAlert,
  pause: Pause,
  waits_for_answers: MessageCircleQuestionMark,
  waits_for_follow_ups: Clock,
  few_answers: Gauge,
  network_slows: Gauge,
  overdue: CreditCard,
};

/** What the governor decides, one sentence each. */
export function Notes({ notes }: { notes: readonly Note[] }) {
  const { timeZone } = useDates();
  if (notes.length === 0) return null;
  return (
    <ul className={css.notes}>
      {notes.map((note) => {
        const Icon = ICONS[note.code];
        return (
          <li key={`${note.code} ${note.connection?.id ?? ""}`}>
            <Icon size={16} aria-hidden />
            {noteText(note, timeZone)}
          </li>
        );
      })}
    </ul>
  );
}
