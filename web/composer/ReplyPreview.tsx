import { useLingui } from "@lingui/react/macro";
import { useAtom } from "jotai";
import { X } from "lucide-react";
import type { RefObject } from "react";
import { IconButton } from "../ui/IconButton.tsx";
import { replyAtom } from "./reply.ts";
import { QuoteCard } from "../thread/content/QuoteCard.tsx";
import css from "./Composer.module.css";

/** What is being replied to, above the answer. */
export function ReplyPreview(
  { field, contactName }: { field: RefObject<HTMLTextAreaElement | null>; contactName: string },
) {
  const { t } = useLingui();
  const [reply, setReply] = useAtom(replyAtom);
  if (!reply) return null;
  const { fromMe, body, kind, participant } = reply;
  return (
    <div className={css.reply}>
      <QuoteCard quote={{ id: null, fromMe, body, kind, contactName: participant || contactName }} />
      <IconButton
        icon={X}
        size="small"
        label={t`Não responder a esta mensagem`}
        onClick={() => {
          setReply(null);
          field.current?.focus();
        }}
      />
    </div>
  );
}
