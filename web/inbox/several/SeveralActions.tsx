import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { ArrowRightLeft, Check, Tag } from "lucide-react";
import { useEffectEvent, useLayoutEffect } from "react";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { keepListFocus } from "../focus.ts";
import { mayMove, movingAtom } from "../moves.ts";
import { letterOf } from "../selection/letters.ts";
import { acceptSeveral, resolveSeveral } from "./several.ts";

/** What more has to be said about them first. */
export type Asked = "transfer" | "tag";

interface SeveralActionsProps {
  rows: readonly Ticket[];
  onAsk: (what: Asked) => void;
}

/** What fits all of the selected tickets; the letters that mean it for one mean it for all of them now. */
export function SeveralActions({ rows, onAsk }: SeveralActionsProps) {
  const { t } = useLingui();
  const moving = useAtomValue(movingAtom);
  const isBusy = rows.some(({ id }) => moving.has(id));
  const all = (fits: (ticket: Ticket) => boolean) => rows.every(fits);
  const acts = {
    a: all((ticket) => mayMove(ticket, "accept")) && (() => void acceptSeveral(rows)),
    r: all((ticket) => mayMove(ticket, "resolve")) && (() => void resolveSeveral(rows)),
    t: all(({ status }) => status !== "closed") && (() => onAsk("transfer")),
  };
  useActLetters(isBusy ? {} : acts);
  return (
    <>
      {acts.a && (
        <Button variant="primary" size="small" busy={isBusy} onClick={acts.a}>
          <Trans>Aceitar</Trans>
        </Button>
      )}
      {acts.r && <IconButton label={t`Resolver`} icon={Check} disabled={isBusy} onClick={acts.r} />}
      {acts.t && <IconButton label={t`Transferir`} icon={ArrowRightLeft} disabled={isBusy} onClick={acts.t} />}
      <IconButton label={t`Tags`} icon={Tag} disabled={isBusy} onClick={() => onAsk("tag")} />
    </>
  );
}

/** In the list, before they mean the row that has the focus. */
function useActLetters(acts: Partial<Record<string, false | (() => void)>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = letterOf(event);
    if (!key) return;
    event.preventDefault();
    const act = acts[key];
    if (!act) return;
    act();
    keepListFocus();
  });
  // With the bar itself: what was pressed before is waiting for it (selection/letters.ts).
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen, true);
    return () => removeEventListener("keydown", listen, true);
  }, []);
}
