import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Link } from "wouter";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { folded } from "../../list/folded.ts";
import { useList } from "../../list/pagedList.ts";
import { quickReplyList } from "../../quick_replies/quick_replies.ts";
import { Failed } from "../../ui/Empty.tsx";
import { OptionList } from "../../ui/OptionList.tsx";
import { OptionSearch } from "../../ui/OptionSearch.tsx";
import { useOptions } from "../../ui/useOptions.ts";
import { useFilledReply } from "./useFilledReply.ts";
import css from "./QuickReplyPicker.module.css";

/** Quick replies to look through, by shortcut or by what they say. */
export default function QuickReplyPicker({ ticket, onPick }: { ticket: Ticket; onPick: (text: string) => void }) {
  const { t } = useLingui();
  const fill = useFilledReply(ticket);
  const [search, setSearch] = useState("");
  const { rows, state, error, retry } = useList(quickReplyList, {});
  const wanted = folded(search);
  const found = rows.filter(({ shortcode, message }) => folded(`${shortcode} ${message}`).includes(wanted));
  const options = useOptions({ count: found.length, onChoose: (index) => onPick(fill(found[index]!)) });
  return (
    <div className={css.picker}>
      <OptionSearch label={t`Buscar respostas rápidas`} value={search} onText={setSearch} options={options} />
      {state === "failed" && <Failed title={t`A lista não chegou`} error={error} onRetry={retry} />}
      <OptionList
        {...options.list}
        label={t`Respostas rápidas`}
        options={found.map((reply) => ({
          key: reply.id,
          content: (
            <span className={css.reply}>
              <b dir="auto">/{reply.shortcode}</b>
              <span dir="auto">{reply.message}</span>
            </span>
          ),
        }))}
      />
      {state === "ready" && found.length === 0 && (
        <p className={css.none}>
          {wanted
            ? <Trans>Nenhuma resposta rápida encontrada</Trans>
            : <Link href="/quick-messages">{t`Guardar a primeira resposta rápida`}</Link>}
        </p>
      )}
    </div>
  );
}
