import { Trans, useLingui } from "@lingui/react/macro";
import { useAtom, useAtomValue } from "jotai";
import { AtSign, Hash, Paperclip, SendHorizontal } from "lucide-react";
import { type KeyboardEvent, type RefObject, Suspense, useRef } from "react";
import type { Chat } from "../../src/contract/chats.ts";
import { LONGEST_TEXT } from "../../src/contract/messages.ts";
import { attach, NO_FILES, setTray, traysAtom } from "../composer/attachments.ts";
import { EmojiButton } from "../composer/EmojiButton.tsx";
import { takePasted, usePastedOutside } from "../composer/pasted.ts";
import { replyAtom } from "../composer/reply.ts";
import { ReplyPreview } from "../composer/ReplyPreview.tsx";
import { sendFiles, sendText } from "../composer/sending/sending.ts";
import { useComposerText } from "../composer/useComposerText.ts";
import { recordingsAtom } from "../composer/voice/recordings.ts";
import { VoiceButton } from "../composer/voice/VoiceButton.tsx";
import MentionSuggestions, { signAtCaret } from "../mentions/MentionSuggestions.tsx";
import { useMe } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { placeOf } from "./lines.ts";
// How it is sent must be here when the line is not.
import "./sending.ts";
import { part } from "../ui/part.ts";
import { putInto } from "../ui/putInto.ts";
import css from "../composer/Composer.module.css";

const RecordingBar = part(() => import("../composer/voice/RecordingBar.tsx"));
const AttachmentTray = part(() => import("../composer/AttachmentTray.tsx"));

/** Where a message to a chat is written, made of the same parts as that of tickets. */
export function ChatComposer({ chat }: { chat: Chat }) {
  const { t } = useLingui();
  const me = useMe();
  const place = placeOf(chat.id), where = { ticketId: place, longest: LONGEST_TEXT };
  const field = useRef<HTMLTextAreaElement>(null);
  const suggestionKeys = useRef<(event: KeyboardEvent) => boolean>(null);
  const { text, setText, clear } = useComposerText(place, field);
  const [reply, setReply] = useAtom(replyAtom);
  const trays = useAtomValue(traysAtom), tray = trays[place] ?? NO_FILES;
  const recording = useAtomValue(recordingsAtom)[place];
  const others = chat.users.map(({ user }) => user).filter(({ id }) => id !== me.id);
  const typed = text.trim(), maySend = typed !== "" || tray.length > 0;
  const insert = (words: string) => setText(putInto(field.current!, words));
  usePastedOutside(where, insert);

  const send = () => {
    if (!maySend) return;
    if (tray.length) sendFiles({ id: place }, tray, { typed, quoted: reply }, (body) => body);
    else sendText({ id: place }, { body: typed, typed, quoted: reply });
    clear();
    setReply(null);
    setTray(place, NO_FILES);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (suggestionKeys.current?.(event)) return;
    const isComposing = event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229;
    if (event.key === "Escape" && !isComposing) reply ? setReply(null) : field.current?.blur();
    if (event.key !== "Enter" || event.shiftKey || isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className={css.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={css.box} data-recording={recording !== undefined || undefined}>
        {reply && <ReplyPreview field={field} contactName={chat.title} />}
        {tray.length > 0 && (
          <Suspense>
            <AttachmentTray ticketId={place} tray={tray} />
          </Suspense>
        )}
        <MentionSuggestions
          text={text}
          field={field}
          keys={suggestionKeys}
          people={others}
          withTickets
          onText={setText}
        />
        <textarea
          ref={field}
          rows={1}
          data-composer
          className={css.text}
          aria-label={t`Mensagem`}
          placeholder={tray.length
            ? t`Escreva uma legenda`
            : t`Escreva para ${chat.title}; @ chama alguém, # cita um atendimento`}
          maxLength={LONGEST_TEXT}
          enterKeyHint="send"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => takePasted(event, where)}
        />
        {recording && (
          <div className={css.recording}>
            <Suspense>
              <RecordingBar
                ticket={{ id: place }}
                recording={recording}
                quoted={reply}
                onSent={() => setReply(null)}
              />
            </Suspense>
          </div>
        )}
        <Tools place={place} field={field} onPick={insert} onText={setText} />
        <div className={css.send}>
          <span className={css.hint}>
            <Trans>
              <kbd>Enter</kbd> envia
            </Trans>
          </span>
          <VoiceButton ticketId={place} disabled={false} />
          <Button type="submit" variant="primary" icon={SendHorizontal} disabled={!maySend}>
            <Trans>Enviar</Trans>
          </Button>
        </div>
      </div>
    </form>
  );
}

interface ToolsProps {
  place: number;
  field: RefObject<HTMLTextAreaElement | null>;
  onPick: (words: string) => void;
  onText: (text: string) => void;
}

/** What helps with writing. */
function Tools({ place, field, onPick, onText }: ToolsProps) {
  const { t } = useLingui();
  const files = useRef<HTMLInputElement>(null);
  const sign = (which: "@" | "#") => {
    const area = field.current!;
    area.focus();
    onText(signAtCaret(area, which));
  };
  return (
    <div className={css.tools}>
      <IconButton icon={Paperclip} label={t`Anexar arquivo`} onClick={() => files.current?.click()} />
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={t`Anexar arquivos`}
        onChange={(event) => {
          void attach(place, [...event.target.files ?? []]);
          event.target.value = "";
        }}
      />
      <span className="only-wide">
        <EmojiButton disabled={false} onPick={onPick} />
        <IconButton icon={AtSign} label={t`Chamar alguém`} onClick={() => sign("@")} />
        <IconButton icon={Hash} label={t`Citar um atendimento`} onClick={() => sign("#")} />
      </span>
    </div>
  );
}
