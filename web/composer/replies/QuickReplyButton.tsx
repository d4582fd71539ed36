import { useLingui } from "@lingui/react/macro";
import { Zap } from "lucide-react";
import { Suspense } from "react";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { lazy } from "../../ui/part.ts";
import { focusComposer } from "../reply.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";

const QuickReplyPicker = lazy(() => import("./QuickReplyPicker.tsx"));

interface QuickReplyButtonProps {
  ticket: Ticket;
  disabled: boolean;
  onPick: (text: string) => void;
}

/** All quick replies, for those who do not know the shortcuts by heart. */
export function QuickReplyButton({ ticket, disabled, onPick }: QuickReplyButtonProps) {
  const { t } = useLingui();
  return (
    <Popover
      label={t`Respostas rápidas`}
      align="start"
      trigger={(trigger) => <IconButton {...trigger} icon={Zap} label={t`Respostas rápidas`} disabled={disabled} />}
    >
      {(close) => (
        <Suspense fallback={<Skeleton width={320} height={288} />}>
          <QuickReplyPicker
            ticket={ticket}
            onPick={(text) => {
              close();
              onPick(text);
              focusComposer();
            }}
          />
        </Suspense>
      )}
    </Popover>
  );
}
