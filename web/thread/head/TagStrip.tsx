import { Trans, useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { lazy, Suspense } from "react";
import { NO_QUEUE_COLOR } from "../../../src/contract/queues.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { TagChip } from "../../tags/TagChip.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { Dot } from "../../ui/Dot.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { toggleTag } from "../../inbox/tagging.ts";
import css from "./TagStrip.module.css";

const TagPicker = lazy(() => import("./TagPicker.tsx"));

/** The ticket's queue and its tags, which are put on and taken off here (spec 1 §2.6). */
export function TagStrip({ ticket }: { ticket: Ticket }) {
  const { t } = useLingui();
  return (
    <div className={css.strip}>
      <Chip>
        <Dot hue={ticket.queue?.color ?? NO_QUEUE_COLOR} />
        {ticket.queue?.name ?? t`Sem fila`}
      </Chip>
      {ticket.tags.map((tag) => (
        <TagChip
          key={tag.id}
          tag={tag}
          remove={{ label: t`Tirar a tag ${tag.name}`, onRemove: () => void toggleTag(ticket.id, tag, false) }}
        />
      ))}
      <Popover
        label={t`Tags do atendimento`}
        align="start"
        trigger={(trigger) => (
          <button type="button" className={css.add} {...trigger}>
            <Plus size={12} aria-hidden />
            <Trans>Tag</Trans>
          </button>
        )}
      >
        {() => (
          <Suspense fallback={<Skeleton width={240} height={160} />}>
            <TagPicker ticket={ticket} />
          </Suspense>
        )}
      </Popover>
    </div>
  );
}
