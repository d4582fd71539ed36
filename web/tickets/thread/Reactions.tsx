import { useLingui } from "@lingui/react/macro";
import type { Message } from "../../../src/contract/messages.ts";
import css from "./Bubble.module.css";

/** Each reaction once, with how many gave it. */
export function Reactions({ reactions }: Pick<Message, "reactions">) {
  const { t } = useLingui();
  const counts = new Map<string, number>();
  for (const { emoji } of reactions) counts.set(emoji, (counts.get(emoji) ?? 0) + 1);
  const said = [...counts].map(([emoji, count]) => count > 1 ? `${emoji} ${count}` : emoji).join(" ");
  return <span className={css.reactions} role="img" aria-label={t`Reações: ${said}`}>{said}</span>;
}
