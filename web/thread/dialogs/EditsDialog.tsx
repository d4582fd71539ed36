import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { type Message, messages } from "../../../src/contract/messages.ts";
import { type Answer, call } from "../../call.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Failed } from "../../ui/Empty.tsx";
import { useDates } from "../../ui/useDates.ts";
import { Marked } from "../content/Marked.tsx";
import css from "./EditsDialog.module.css";

type Edits = Answer<typeof messages.edits>;

/** What a message said before it was changed, the newest first. */
export default function EditsDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useLingui();
  const [edits, setEdits] = useState<Edits>();
  const [error, setError] = useState<unknown>();
  const ask = () => call(messages.edits, { id: message.id }).then(setEdits, setError);
  useEffect(() => void ask(), []);
  // Each text was said from when the one before it ended.
  const since = [message.createdAt, ...(edits ?? []).map(({ until }) => until)];
  return (
    <Dialog title={t`Histórico de edições`} onClose={onClose}>
      {error !== undefined && !edits && <Failed title={t`O histórico não chegou`} error={error} onRetry={ask} />}
      {edits && (
        <ol className={css.edits}>
          <Version at={since[edits.length]!} body={message.body} says={t`Agora`} />
          {edits.map(({ body }, nth) => <Version key={nth} at={since[nth]!} body={body} />).toReversed()}
        </ol>
      )}
    </Dialog>
  );
}

function Version({ at, body, says }: { at: string; body: string; says?: string }) {
  const { dateTime } = useDates();
  return (
    <li>
      <small>
        {says && <b>{says}</b>}
        <time dateTime={at}>{dateTime(at)}</time>
      </small>
      <p>
        <Marked text={body} />
      </p>
    </li>
  );
}
