import { useLingui } from "@lingui/react/macro";
import { SmilePlus } from "lucide-react";
import type { Message } from "../../../src/contract/messages.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { walkMenu } from "../../ui/Menu.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { QuickReactions } from "./QuickReactions.tsx";

/** Offers the usual reactions beside a message. */
export function ReactButton({ message }: { message: Message }) {
  const { t } = useLingui();
  return (
    <Popover
      role="menu"
      label={t`Reagir`}
      onKeyDown={walkMenu}
      trigger={(trigger) => <IconButton {...trigger} size="small" icon={SmilePlus} label={t`Reagir`} />}
    >
      {(close) => <QuickReactions message={message} onDone={close} />}
    </Popover>
  );
}
