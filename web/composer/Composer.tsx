import { Trans, useLingui } from "@lingui/react/macro";
import { useAtom, useAtomValue } from "jotai";
import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, type RefObject, Suspense, useRef, useState } from "react";
import type { Ticket } from "../../src/contract/tickets.ts";
import { useMe } from "../session.ts";
import { mayAskForReplies } from "../quick_replies/asking.ts";
import { Button } from "../ui/Button.tsx";
import { Switch } from "../ui/Switch.tsx";
import { replyAtom } from "./reply.ts";
import { signAtom } from "./signature.ts";
import { recordingsAtom } from "./voice/recordings.ts";
import { VoiceButton } from "./voice/VoiceButton.tsx";
import { AttachDialog, type AttachDialogName, AttachMenu } from "./AttachMenu.tsx";
import { EmojiButton } from "./EmojiButton.tsx";
import { takePasted, usePastedOutside } from "./pasted.ts";
import { QuickReplyButton } from "./replies/QuickReplyButton.tsx";
import { ReplyPreview } from "./ReplyPreview.tsx";
import { useComposerKeys } from "./useComposerKeys.ts";
import { useComposerText } from "./useComposerText.ts";
import { useSend } from "./useSend.ts";
import { part } from "../ui/part.ts";
import { putInto } from "../ui/putInto.ts";
import css from "./Composer.module.css";

const QuickReplySuggestions = part(() => import("./replies/QuickReplySuggestions.tsx"));
const RecordingBar = part(() => import("./voice/RecordingBar.tsx"));
const AttachmentTray = part(() => import("./AttachmentTray.tsx"));

/** Where an answer is written (spec 1 §2.8). */
export function Composer({ ticket }: { ticket: Ticket }) {
  const { t } = useLingui();
  const field = useRef<HTMLTextAreaElement>(null);
  const isOpen = ticket.status === "open";
  const { text, setText, clear } = useComposerText(ticket.id, field);
  const recording = useAtomValue(recordingsAtom)[ticket.id];
  const [asked, setAsked] = useState<AttachDialogName>();
  const suggestionKeys = useRef<(event: KeyboardEvent) => boolean>(null);
  const { tray, longest, maySend, send } = useSend(ticket, { text, clear, field });
  const placeholder = usePlaceholder(ticket, tray.length > 0);
  const insert = (words: string) => setText(putInto(field.current!, words));
  usePastedOutside({ ticketId: ticket.id, longest }, insert);
  const onKeyDown = useComposerKeys(ticket, { text, field, suggestionKeys, send });

  return (
    <>
      <form
        className={css.composer}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <div
          className={css.box}
          data-disabled={!isOpen || undefined}
          data-recording={recording !== undefined || undefined}
        >
          <Attached ticket={ticket} tray={tray} field={field} />
          {isOpen && mayAskForReplies(text) && (
            <Suspense>
              <QuickReplySuggestions ticket={ticket} text={text} field={field} keys={suggestionKeys} onTake={setText} />
            </Suspense>
          )}
          <textarea
            ref={field}
            rows={1}
            data-composer
            className={css.text}
            aria-label={t`Mensagem`}
            placeholder={placeholder}
            maxLength={longest}
            enterKeyHint="send"
            disabled={!isOpen}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={(event) => takePasted(event, { ticketId: ticket.id, longest })}
          />
          <Recording ticket={ticket} />
          <Tools ticket={ticket} onAsk={setAsked} onPick={insert} />
          <Sending ticketId={ticket.id} isOpen={isOpen} maySend={maySend} />
        </div>
      </form>
      {asked && <AttachDialog name={asked} ticket={ticket} onClose={() => setAsked(undefined)} onPick={insert} />}
    </>
  );
}

interface AttachedProps {
  ticket: Ticket;
  tray: ReturnType<typeof useSend>["tray"];
  field: RefObject<HTMLTextAreaElement | null>;
}

/** What goes with the text: the message it answers, and files. */
function Attached({ ticket, tray, field }: AttachedProps) {
  const reply = useAtomValue(replyAtom);
  return (
    <>
      {reply && <ReplyPreview field={field} contactName={ticket.contact.name} />}
      {tray.length > 0 && (
        <Suspense>
          <AttachmentTray ticketId={ticket.id} tray={tray} />
        </Suspense>
      )}
    </>
  );
}

/** A voice message on its way, where the text would be. */
function Recording({ ticket }: { ticket: Ticket }) {
  const recording = useAtomValue(recordingsAtom)[ticket.id];
  const [reply, setReply] = useAtom(replyAtom);
  return recording && (
    <div className={css.recording}>
      <Suspense>
        <RecordingBar ticket={ticket} recording={recording} quoted={reply} onSent={() => setReply(null)} />
      </Suspense>
    </div>
  );
}

function usePlaceholder({ status }: Ticket, hasFiles: boolean): string {
  const { t } = useLingui();
  if (status === "pending") return t`Aceite o atendimento para responder`;
  if (status === "closed") return t`Reabra o atendimento para responder`;
  return hasFiles ? t`Escreva uma legenda` : t`Escreva uma mensagem`;
}

interface ToolsProps {
  ticket: Ticket;
  onAsk: (name: AttachDialogName) => void;
  onPick: (words: string) => void;
}

/** What helps with writing. */
function Tools({ ticket, onAsk, onPick }: ToolsProps) {
  const { t } = useLingui();
  const me = useMe();
  const [isSigned, setSigned] = useAtom(signAtom);
  const isOpen = ticket.status === "open";
  return (
    <div className={css.tools}>
      <AttachMenu ticket={ticket} disabled={!isOpen} onAsk={onAsk} />
      <EmojiButton disabled={!isOpen} onPick={onPick} />
      <span className="only-wide">
        <QuickReplyButton ticket={ticket} disabled={!isOpen} onPick={onPick} />
      </span>
      <Switch className={css.sign} checked={isSigned} onChecked={setSigned}>
        {t`Assinar como ${me.name}`}
      </Switch>
    </div>
  );
}

function Sending({ ticketId, isOpen, maySend }: { ticketId: number; isOpen: boolean; maySend: boolean }) {
  return (
    <div className={css.send}>
      <span className={css.hint}>
        <Trans>
          <kbd>Enter</kbd> envia
        </Trans>
      </span>
      <VoiceButton ticketId={ticketId} disabled={!isOpen} />
      <Button type="submit" variant="primary" icon={SendHorizontal} disabled={!maySend}>
        <Trans>Enviar</Trans>
      </Button>
    </div>
  );
}
