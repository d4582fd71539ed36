import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { type UIEvent, useState } from "react";
import type { Contact } from "../../src/contract/contacts.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import { deskAtom } from "../inbox/desk.ts";
import { type ListView, useList } from "../list/pagedList.ts";
import { useDebounced } from "../list/useDebounced.ts";
import { connectionAtom } from "../live.ts";
import { ChannelIcon } from "../thread/icons.tsx";
import { findOpened, readBefore } from "../thread/opened.ts";
import { choosable } from "../tickets/choice/choosable.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Failed } from "../ui/Empty.tsx";
import { Picker, PickerField, PickerList, PickerOption } from "../ui/Picker.tsx";
import { CHANNEL_NAMES, reachText } from "../ui/reach.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { type Receiver, receiversHere, receiversOf } from "./receivers.ts";
import css from "./ShareChoice.module.css";

/** px */
const ROW = 56, NEAR_END = 200;

/** For whom it is: a press, or Enter, goes there at once. */
export function ShareChoice({ onChosen }: { onChosen: (receiver: Receiver) => void }) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const typed = text.trim().toLowerCase(), searchParam = useDebounced(typed);
  const all = useList(choosable, { searchParam });
  const connection = useAtomValue(connectionAtom), isOffline = connection === "reconnecting";
  const desk = useDeskOnce();
  const receivers = isOffline
    ? receiversHere(desk, (uuid) => readBefore.has(uuid) || findOpened({ uuid }) !== undefined, text.trim())
    : receiversOf(desk, all.rows, searchParam);
  const rows = receivers.map((one) => ({ ...one, id: String(one.contact.id) }));
  const isDone = isOffline || all.state === "ready";
  // What stands there till then is another text's.
  const isAwaited = !isOffline && (searchParam !== typed || (typed !== "" && all.state === "loading"));
  const early = { isAwaited, takeFirst: () => rows[0] && onChosen(rows[0]) };
  return (
    <Picker text={text} onText={setText} early={early}>
      <PickerField label={t`Buscar por nome ou número`} hasOptions={rows.length > 0} className={css.search} />
      {isOffline && rows.length > 0 && (
        <p className={css.note} role="status">
          <Trans>
            Sem conexão: aqui estão os atendimentos em andamento que este aparelho guardou. O que você enviar sai quando
            ela voltar.
          </Trans>
        </p>
      )}
      {rows.length === 0 && <Nobody isOffline={isOffline} isDone={isDone} list={all} text={searchParam} />}
      <PickerList
        label={t`Contatos`}
        rows={rows}
        rowSize={ROW}
        className={css.list}
        onChoose={(id) => onChosen(rows.find((row) => row.id === id)!)}
        onScroll={(event) => isNearEnd(event) && all.more()}
      >
        {({ id, ...receiver }) => (
          <PickerOption id={id} name={nameOf(receiver)} className={css.option}>
            <Row receiver={receiver} />
          </PickerOption>
        )}
      </PickerList>
    </Picker>
  );
}

/** As the lists were once they had come: rows that move under the finger are the wrong ones. */
function useDeskOnce() {
  const now = useAtomValue(deskAtom);
  const [first, setFirst] = useState(now);
  const isThere = [first.pending, first.open].every(({ state }) => state === "ready" || state === "failed");
  if (!isThere && first !== now) setFirst(now);
  return first;
}

function isNearEnd({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent<HTMLElement>): boolean {
  return scrollHeight - scrollTop - clientHeight < NEAR_END;
}

function nameOf({ contact }: Receiver): string {
  return contact.name || reachText(contact);
}

/** Who it is, where they are reached, and what comes of choosing them. */
function Row({ receiver }: { receiver: Receiver }) {
  const { contact, ticket, channel } = receiver, number = formatNumber(contact.number);
  // What has no glyph is named.
  const channelName = channel && (channel !== "whatsapp" || !number) ? CHANNEL_NAMES[channel] : "";
  const place = [number, channelName, ticket?.whatsapp?.name].filter(Boolean).join(" · ");
  return (
    <>
      <Avatar id={contact.id} name={contact.name} src={contact.profilePicUrl} size={36} />
      <span className={css.who}>
        <b>{nameOf(receiver)}</b>
        <small className={css.where}>
          {channel && <ChannelIcon channel={channel} />}
          <span>{place}</span>
        </small>
      </span>
      <small className={css.becomes}>
        {!ticket
          ? <Trans>Novo atendimento</Trans>
          : ticket.status === "open"
          ? <Trans>Em atendimento</Trans>
          : <Trans>Aguardando</Trans>}
      </small>
    </>
  );
}

interface NobodyProps {
  isOffline: boolean;
  isDone: boolean;
  list: ListView<Contact>;
  text: string;
}

function Nobody({ isOffline, isDone, list, text }: NobodyProps) {
  const { t } = useLingui();
  if (isOffline) {
    return (
      <p className={css.note} role="status">
        {text
          ? <Trans>Nenhum atendimento guardado neste aparelho tem esse nome. Sem conexão não há outros.</Trans>
          : (
            <Trans>
              Sem conexão, e nenhum atendimento em andamento está guardado neste aparelho. O que você compartilhou
              espera aqui por uma hora.
            </Trans>
          )}
      </p>
    );
  }
  if (list.state === "failed") {
    return <Failed title={t`Os contatos não chegaram`} error={list.error} onRetry={list.retry} />;
  }
  if (!isDone) {
    return (
      <p className={css.note}>
        <Skeleton width="60%" />
      </p>
    );
  }
  return <p className={css.note} role="status">{t`Nenhum contato encontrado`}</p>;
}
