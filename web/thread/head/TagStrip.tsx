import { Trans, useLingui } from "@lingui/react/macro";
import { Megaphone, Plus, X } from "lucide-react";
import { Suspense, useRef } from "react";
import { Link } from "wouter";
import { NO_QUEUE_COLOR } from "../../../src/contract/queues.ts";
import type { TagRef } from "../../../src/contract/tags.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { useHasCampaigns, useMay } from "../../session.ts";
import { TagChip } from "../../tags/TagChip.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { Dot } from "../../ui/Dot.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { toggleTag } from "../../inbox/tagging.ts";
import { lazy, part } from "../../ui/part.ts";
import css from "./TagStrip.module.css";

const TagChips = part(() => import("./TagChips.tsx"));
const TagPicker = lazy(() => import("./TagPicker.tsx"));

/** The ticket's queue and its tags, which are put on and taken off here (spec 1 §2.6). */
export function TagStrip({ ticket }: { ticket: Ticket }) {
  const { t } = useLingui();
  const add = useRef<HTMLButtonElement>(null);
  const remove = (tag: TagRef) => {
    // No other one will be left to have the focus.
    if (ticket.tags.length === 1) add.current?.focus();
    void toggleTag(ticket.id, tag, false);
  };
  return (
    <div className={css.strip}>
      <Chip>
        <Dot hue={ticket.queue?.color ?? NO_QUEUE_COLOR} />
        {ticket.queue?.name ?? t`Sem fila`}
      </Chip>
      {ticket.campaign && <CampaignChip campaign={ticket.campaign} />}
      {ticket.tags.length > 0 && (
        <Suspense fallback={ticket.tags.map((tag) => <TagChip key={tag.id} tag={tag} end={<CrossToBe />} />)}>
          <TagChips tags={ticket.tags} onRemove={remove} />
        </Suspense>
      )}
      <Popover
        label={t`Tags do atendimento`}
        align="start"
        trigger={(trigger) => (
          <button
            type="button"
            className={css.add}
            {...trigger}
            ref={(button) => {
              trigger.ref(button);
              add.current = button;
            }}
          >
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

/** The campaign that this answers; it leads those who have campaigns to its report. */
function CampaignChip({ campaign: { id, name } }: { campaign: { id: number; name: string } }) {
  const { t } = useLingui();
  const mayLook = [useMay("campaigns:edit"), useHasCampaigns()].every(Boolean);
  const chip = (
    <Chip icon={Megaphone}>
      <span className="visually-hidden">{t`Campanha`}</span>
      {name}
    </Chip>
  );
  return mayLook ? <Link href={`/campaign/${id}/report`} className={css.campaign}>{chip}</Link> : chip;
}

/** Keeps the place of the button that comes with TagChips. */
function CrossToBe() {
  return (
    <button type="button" disabled aria-hidden>
      <X size={12} />
    </button>
  );
}
