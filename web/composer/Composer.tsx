import { Trans, useLingui } from "@lingui/react/macro";
import { useAtom, useAtomValue } from "jotai";
import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from "react";
import { LONGEST_TEXT } from "../../src/contract/messages.ts";
import type { Ticket } from "../../src/contract/tickets.ts";
import { useMe } from "../session.ts";
import { mayAskForReplies } from "../quick_replies/asking.ts";
import { Button } from "../ui/Button.tsx";
import { Switch } from "../ui/Switch.tsx";
import { NO_FILES, setTray, traysAtom } from "./attachments.ts";
import { focusList } from "../inbox/focus.ts";
import { replyAtom } from "./reply.ts";
import { editLast } from "../thread/messageDialog.ts";
import { sendFiles, sendText } from "./sending/sending.ts";
import { signAtom, signed } from "./signature.ts";
import { recordingsAtom } from "./voice/recordings.ts";
import { VoiceButton } from "./voice/VoiceButton.tsx";
import { AttachDialog, type AttachDialogName, AttachMenu } from "./AttachMenu.tsx";
import { EmojiButton } from "./EmojiButton.tsx";
import { takePasted, usePastedOutside } from "./pasted.ts";
import { QuickReplyButton } from "./replies/QuickReplyButton.tsx";
import { ReplyPreview } from "./ReplyPreview.tsx";
import { useComposerText } from "./useComposerText.ts";
import css from "./Composer.module.css";

const QuickReplySuggestions = lazy(() => import("./replies/QuickReplySuggestions.tsx"));
const RecordingBar = lazy(() => import("./voice/RecordingBar.tsx"));
const AttachmentTray = lazy(() => import("./AttachmentTray.tsx"));

/** Where an answer is written (spec 1 §2.8). */
export function Composer({ ticket }: { ticket: Ticket }) {
  const { t } = useLingui();
  const field = useRef<HTMLTextAreaElement>(null);
  const isOpen = ticket.status === "open";
  const { text, setText, clear } = useComposerText(ticket.id, field);
  const [reply, setReply] = useAtom(replyAtom);
  const recording = useAtomValue(recordingsAtom)[ticket.id];
  const [asked, setAsked] = useState<AttachDialogName>();
  const trays = useAtomValue(traysAtom);
  const tray = trays[ticket.id] ?? NO_FILES;
  const [isSigned, setSigned] = useAtom(signAtom);
  const suggestionKeys = useRef<(event: KeyboardEvent) => boolean>(null);
  const me = useMe();
  const typed = text.trim();
  const longest = LONGEST_TEXT - me.name.length - 4;
  const maySend = isOpen && (typed !== "" || tray.length > 0);

  const send = () => {
    if (!maySend) return;
    const sign = (body: string) => isSigned ? signed(body, me.name) : body;
    if (tray.length) sendFiles(ticket, tray, { typed, quoted: reply }, sign);
    else sendText(ticket, { body: sign(typed), typed, quoted: reply });
    clear();
    setReply(null);
    setTray(ticket.id, NO_FILES);
    field.current?.focus();
  };
  const insert = (words: string) => {
    const { selectionStart, selectionEnd } = field.current!;
    field.current!.setRangeText(words, selectionStart, selectionEnd, "end");
    setText(field.current!.value);
  };
  usePastedOutside({ ticketId: ticket.id, longest }, insert);
  const onKeyDown = (event: KeyboardEvent) => {
    if (suggestionKeys.current?.(event)) return;
    if (event.key === "Escape") {
      if (reply) setReply(null);
      else if (!isComposing(event) && !focusList()) field.current?.blur();
    }
    if (event.key === "ArrowUp" && text === "" && editLast(ticket.id, me.id)) return event.preventDefault();
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    send();
  };

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
          {reply && <ReplyPreview field={field} contactName={ticket.contact.name} />}
          {tray.length > 0 && (
            <Suspense>
              <AttachmentTray ticketId={ticket.id} tray={tray} />
            </Suspense>
          )}
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
            placeholder={placeholder()}
            maxLength={longest}
            enterKeyHint="send"
            disabled={!isOpen}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={(event) => takePasted(event, { ticketId: ticket.id, longest })}
          />
          {recording && (
            <div className={css.recording}>
              <Suspense>
                <RecordingBar ticket={ticket} recording={recording} quoted={reply} onSent={() => setReply(null)} />
              </Suspense>
            </div>
          )}
          <div className={css.tools}>
            <AttachMenu ticket={ticket} disabled={!isOpen} onAsk={setAsked} />
            <EmojiButton disabled={!isOpen} onPick={insert} />
            <span className="only-wide">
              <QuickReplyButton ticket={ticket} disabled={!isOpen} onPick={insert} />
            </span>
            <Switch className={css.sign} checked={isSigned} onChecked={setSigned}>
              {t`Assinar como ${me.name}`}
            </Switch>
          </div>
          <div className={css.send}>
            <span className={css.hint}>
              <Trans>
                <kbd>Enter</kbd> envia
              </Trans>
            </span>
            <VoiceButton ticketId={ticket.id} disabled={!isOpen} />
            <Button type="submit" variant="primary" icon={SendHorizontal} disabled={!maySend}>
              <Trans>Enviar</Trans>
            </Button>
          </div>
        </div>
      </form>
      {asked && <AttachDialog name={asked} ticket={ticket} onClose={() => setAsked(undefined)} onPick={insert} />}
    </>
  );

  function placeholder() {
    if (ticket.status === "pending") return t`Aceite o atendimento para responder`;
    if (ticket.status === "closed") return t`Reabra o atendimento para responder`;
    return tray.length > 0 ? t`Escreva uma legenda` : t`Escreva uma mensagem`;
  }
}

/** While a word is being composed (Japanese, an accent on some systems), Enter only ends the word. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
