import { Trans, useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { type KeyboardEvent, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { NoteForm, notes } from "../../../src/contract/notes.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { mentions } from "../../../src/contract/mentions.ts";
import { withPageTexts } from "../../i18n/i18n.ts";
import type { UserRef } from "../../../src/contract/users.ts";
import { call } from "../../call.ts";
import { useList } from "../../list/pagedList.ts";
import { useMe } from "../../session.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { Failed } from "../../ui/Empty.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { part } from "../../ui/part.ts";
import { toast } from "../../ui/toast.ts";
import { useDates } from "../../ui/useDates.ts";
import { useUnsaved } from "../../ui/unsaved.ts";
import { useForm } from "../../ui/useForm.ts";
import { noteList, noteNote, removeNote } from "./contacts.ts";
import css from "./Notes.module.css";

const MentionSuggestions = part(() => withPageTexts(import("../../mentions/MentionSuggestions.tsx")));

/** What the team has written down about a contact, from whichever ticket (spec 1 §2.9). */
export function Notes({ ticket: { id: ticketId, contactId } }: { ticket: Ticket }) {
  const { t } = useLingui();
  const { shortDateTime, full } = useDates();
  const { rows, state, error, retry } = useList(noteList, { contactId });
  return (
    <section aria-label={t`Observações`}>
      <h3>{t`Observações`}</h3>
      <NewNote key={ticketId} ticketId={ticketId} contactId={contactId} />
      {state === "loading" && <Skeleton width="80%" />}
      {state === "failed" && <Failed title={t`As observações não chegaram`} error={error} onRetry={retry} />}
      {rows.map((note) => (
        <article key={note.id} className={css.note}>
          <header>
            {note.user && <Avatar id={note.user.id} name={note.user.name} size={16} />}
            <b>{note.user?.name ?? t`Quem já saiu`}</b>
            <time dateTime={note.createdAt} data-tooltip={full(note.createdAt)}>{shortDateTime(note.createdAt)}</time>
            <IconButton icon={Trash2} size="small" label={t`Excluir a observação`} onClick={() => removeNote(note)} />
          </header>
          <p dir="auto">{note.note}</p>
        </article>
      ))}
    </section>
  );
}

function NewNote({ ticketId, contactId }: { ticketId: number; contactId: number }) {
  const { t } = useLingui();
  const form = useForm(NoteForm, {
    start: { note: "" },
    submit: async ({ note }) => {
      noteNote({ action: "create", record: await call(notes.add, { note, ticketId, contactId }) });
      form.change("note", "");
      toast.success(t`Observação adicionada com sucesso!`);
    },
  });
  const field = useRef<HTMLTextAreaElement>(null);
  const suggestionKeys = useRef<(event: KeyboardEvent) => boolean>(null);
  const note = form.values.note ?? "", isCalling = note.includes("@");
  const people = usePeopleAt(ticketId, isCalling);
  useUnsaved(form.isChanged, undefined, { isBusy: form.busy });
  return (
    <form className={css.new} {...form.props}>
      {isCalling && (
        <Suspense>
          <MentionSuggestions
            text={note}
            field={field}
            keys={suggestionKeys}
            people={people}
            onText={(text) => form.change("note", text)}
            isBelow
          />
        </Suspense>
      )}
      <TextArea
        ref={field}
        label={t`Nova observação`}
        placeholder={t`Escreva o que a equipe precisa saber`}
        rows={2}
        onKeyDown={(event) => {
          if (suggestionKeys.current?.(event)) return;
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
        {...form.text("note")}
      />
      <Button type="submit" variant="secondary" size="small" busy={form.busy}>
        <Trans>Adicionar</Trans>
      </Button>
    </form>
  );
}

/** Who may be called in a note on a ticket, once somebody is about to be. */
function usePeopleAt(ticketId: number, isWanted: boolean): readonly UserRef[] {
  const me = useMe();
  const [people, setPeople] = useState<readonly UserRef[]>([]);
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    call(mentions.people, { ticketId }).then((all) => isOver || setPeople(all), () => {});
    return () => void (isOver = true);
  }, [ticketId, isWanted]);
  return useMemo(() => people.filter(({ id }) => id !== me.id), [people, me.id]);
}
