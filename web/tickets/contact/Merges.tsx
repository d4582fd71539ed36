import { Trans, useLingui } from "@lingui/react/macro";
import { Unlink } from "lucide-react";
import { useList } from "../../list/pagedList.ts";
import { Button } from "../../ui/Button.tsx";
import { useDates } from "../../ui/useDates.ts";
import { formatNumber } from "../../../src/shared/phone_numbers.ts";
import { mergeList, undoMerge } from "./contacts.ts";
import css from "./Merges.module.css";

/** Who was merged into this contact, to be taken apart again. */
export function Merges({ contactId }: { contactId: number }) {
  const { t } = useLingui();
  const { shortDateTime, full } = useDates();
  const { rows } = useList(mergeList, { id: contactId });
  if (rows.length === 0) return null;
  return (
    <section aria-label={t`Contatos unidos a este`}>
      <h3>{t`Contatos unidos a este`}</h3>
      <ul className={css.merges}>
        {rows.map((merge) => {
          const { id, gone, user, at, mayUndo } = merge;
          const who = user?.name;
          return (
            <li key={id}>
              <span>
                <b dir="auto">{gone.name || formatNumber(gone.number)}</b>
                <small>
                  {who ? <Trans>por {who}</Trans> : <Trans>pelo WhatsApp</Trans>}{" "}
                  <time dateTime={at} data-tooltip={full(at)}>{shortDateTime(at)}</time>
                </small>
              </span>
              {mayUndo && (
                <Button size="small" icon={Unlink} onClick={() => undoMerge(merge)}>
                  <Trans>Desfazer</Trans>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
