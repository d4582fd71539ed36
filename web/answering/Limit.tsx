import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import type { Ticket } from "../../src/contract/tickets.ts";
import { draftsAtom } from "../composer/drafts.ts";
import { signAtom, signed } from "../composer/signature.ts";
import { useMe } from "../session.ts";
import { traitsOf } from "../thread/traits.ts";
import { roomLeft } from "./left.ts";
import css from "./AnswerBar.module.css";

/** How many characters before the end of a message it is said that it comes. */
const NEAR = 100;

/** Says where a channel's message ends soon, and that what is longer leaves as several. */
export function Limit({ ticket }: { ticket: Ticket }) {
  const { t } = useLingui();
  const drafts = useAtomValue(draftsAtom);
  const isSigned = useAtomValue(signAtom), { name } = useMe();
  const typed = drafts[ticket.id]?.trim() ?? "";
  const left = roomLeft(isSigned ? signed(typed, name) : typed, {
    longest: traitsOf(ticket).longestText,
    inBytes: ticket.channel === "instagram",
  });
  if (left > NEAR) return null;
  return (
    <p className={css.limit} role="status" data-over={left < 0 || undefined}>
      {left < 0 ? t`Vai em mais de uma mensagem` : t`Cabem mais ${left} nesta mensagem`}
    </p>
  );
}
