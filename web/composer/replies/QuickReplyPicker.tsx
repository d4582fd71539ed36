import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Link } from "wouter";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { folded } from "../../list/folded.ts";
import { useList } from "../../list/pagedList.ts";
import { quickReplyList } from "../../quick_replies/quick_replies.ts";
import { Failed } from "../../ui/Empty.tsx";
import { Picker, PickerField, PickerList, PickerOption } from "../../ui/Picker.tsx";
import { useFilledReply } from "./useFilledReply.ts";
import css from "./QuickReplyPicker.module.css";

/** A shortcut above what it says (px). */
const ROW = 44;

/** Quick replies to look through, by shortcut or by what they say. */
export default function QuickReplyPicker({ ticket, onPick }: { ticket: Ticket; onPick: (text: string) => void }) {
  const { t } = useLingui();
  const fill = useFilledReply(ticket);
  const [search, setSearch] = useState("");
  const { rows, state, error, retry } = useList(quickReplyList, {});
  const wanted = folded(search);
  const found = rows.filter(({ shortcode, message }) => folded(`${shortcode} ${message}`).includes(wanted));
  const choose = (key: string) => onPick(fill(found.find(({ id }) => String(id) === key)!));
  const early = { isAwaited: state === "loading", takeFirst: () => found[0] && choose(String(found[0].id)) };
  return (
    <div className={css.picker}>
      <Picker text={search} onText={setSearch} early={early}>
        <PickerField label={t`Buscar respostas rápidas`} hasOptions={found.length > 0} />
        {state === "failed" && <Failed title={t`A lista não chegou`} error={error} onRetry={retry} />}
        <PickerList label={t`Respostas rápidas`} rows={found} onChoose={choose} rowSize={ROW}>
          {({ id, shortcode, message }) => (
            <PickerOption id={String(id)} name={shortcode}>
              <span className={css.reply}>
                <b dir="auto">/{shortcode}</b>
                <span dir="auto">{message}</span>
              </span>
            </PickerOption>
          )}
        </PickerList>
      </Picker>
      {state === "ready" && found.length === 0 && (
        <p className={css.none} role="status">
          {wanted
            ? <Trans>Nenhuma resposta rápida encontrada</Trans>
            : <Link href="/quick-messages">{t`Guardar a primeira resposta rápida`}</Link>}
        </p>
      )}
    </div>
  );
}
