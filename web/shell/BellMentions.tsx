import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { AtSign } from "lucide-react";
import { Link } from "wouter";
import type { Mention } from "../../src/contract/mentions.ts";
import { chatPlace } from "../chats/address.ts";
import { previewOf } from "../inbox/preview.ts";
import { mentionsAtom, seeMention } from "../mentions/mentions.ts";
import { useDrawer } from "../tickets/contact/drawer.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { useDates } from "../ui/useDates.ts";
import css from "./Bell.module.css";

/** Where somebody was called by name; a press leads there. */
export default function BellMentions({ onFollow }: { onFollow: () => void }) {
  const { t } = useLingui();
  const mentions = useAtomValue(mentionsAtom);
  return (
    <ul aria-label={t`Chamaram você`}>
      {mentions.map((mention) => (
        <li key={mention.id}>
          <MentionLink mention={mention} onFollow={onFollow} />
        </li>
      ))}
    </ul>
  );
}

function MentionLink({ mention, onFollow }: { mention: Mention; onFollow: () => void }) {
  const { timeOrDate } = useDates();
  const { id, by, text, chat, ticket, createdAt } = mention;
  const [, setDrawer] = useDrawer(ticket?.id ?? null);
  const where = chat?.title ?? ticket?.name ?? "", who = by?.name.split(" ")[0] ?? "";
  return (
    <Link
      href={chat ? chatPlace(chat.uuid, chat.messageId) : `/tickets/${ticket?.uuid}`}
      className={css.ticket}
      onClick={() => {
        seeMention(id);
        // The notes stand beside the thread.
        if (ticket) setDrawer(true);
        onFollow();
      }}
    >
      <Avatar id={by?.id ?? 0} name={by?.name ?? ""} size={28} />
      <span className={css.text}>
        <b>
          <Trans>{who} chamou você em {where}</Trans>
        </b>
        <span>{previewOf("text", text).text}</span>
      </span>
      <span className={css.side}>
        <time dateTime={createdAt}>{timeOrDate(createdAt)}</time>
        <AtSign size={16} aria-hidden />
      </span>
    </Link>
  );
}
