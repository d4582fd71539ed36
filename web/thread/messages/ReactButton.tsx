import { useLingui } from "@lingui/react/macro";
import { SmilePlus } from "lucide-react";
import type { Message } from "../../../src/contract/messages.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { useQuickReactions } from "./useQuickReactions.tsx";

/** Offers the usual reactions beside a message. */
export function ReactButton({ message }: { message: Message }) {
  const { t } = useLingui();
  return (
    <Menu
      label={t`Reagir`}
      row={useQuickReactions(message)}
      entries={[]}
      trigger={(trigger) => <IconButton {...trigger} size="small" icon={SmilePlus} label={t`Reagir`} />}
    />
  );
}
