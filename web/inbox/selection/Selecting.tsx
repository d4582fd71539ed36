import { useLingui } from "@lingui/react/macro";
import { useAtomValue, useSetAtom } from "jotai";
import { type ComponentType, type MouseEvent, Suspense, useEffect, useState } from "react";
import { useEscape } from "../../list/useEscape.ts";
import type { Address } from "../../tickets/address.ts";
import { checkboxClass, CheckMark } from "../../ui/CheckMark.tsx";
import { classes } from "../../ui/classes.ts";
import { listenForSelecting } from "./gestures.ts";
import { followRows, letGo, press, selectedAtom, selectedIdsAtom, viewAtom } from "./selected.ts";
import css from "./Selecting.module.css";

interface SelectingProps {
  address: Address;
  /** What can be done with the selected tickets; it is asked for once there are some. */
  bar: ComponentType;
}

/** While it is drawn, tickets of the list are selected. */
export function Selecting({ address: { tab, search }, bar: Bar }: SelectingProps) {
  const setView = useSetAtom(viewAtom);
  const selected = useAtomValue(selectedAtom), isSelecting = selected.length > 0;
  const [isBarWanted, setBarWanted] = useState(false);
  useEffect(() => setView({ tab, search }), [tab, search]);
  useEffect(() => {
    const stops = [followRows(), listenForSelecting()];
    return () => stops.forEach((stop) => stop());
  }, []);
  useEscape(isSelecting, letGo);
  if (isSelecting && !isBarWanted) setBarWanted(true);
  return <Suspense>{isBarWanted && <Bar />}</Suspense>;
}

/** Selects a ticket, in the place of its face; with Shift all from the last one that was pressed. */
export function TicketBox({ id, name }: { id: number; name: string }) {
  const { t } = useLingui();
  const ids = useAtomValue(selectedIdsAtom);
  // The row would open the ticket.
  const keep = (event: MouseEvent) => event.stopPropagation();
  return (
    <label
      className={classes(checkboxClass, css.box)}
      data-box
      data-shown={ids.size > 0 || undefined}
      data-tooltip={t`Selecionar`}
      onClick={keep}
    >
      <input
        type="checkbox"
        // By keyboard the row is selected from its link (X).
        tabIndex={-1}
        checked={ids.has(id)}
        readOnly
        aria-label={`${t`Selecionar`} ${name}`}
        onClick={({ shiftKey }) => press(id, { shiftKey })}
      />
      <CheckMark />
    </label>
  );
}
