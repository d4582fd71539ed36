import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { X } from "lucide-react";
import { Toolbar } from "react-aria-components";
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { formatNumber } from "../../../src/shared/phone_numbers.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { OnItsWay } from "../../ui/OnItsWay.tsx";
import { focusList } from "../focus.ts";
import { movingAtom } from "../moves.ts";
import { areAllSelectedAtom, letGo, selectAll, selectedAtom } from "../selection/selected.ts";
import { RowMenu } from "../rows/RowMenu.tsx";
import { IS_TOUCHED } from "../touched.ts";
import { type Asked, SeveralActions } from "./SeveralActions.tsx";
import { TagSeveral } from "./TagSeveral.tsx";
import { TransferSeveral } from "./TransferSeveral.tsx";
import css from "./SeveralBar.module.css";

/** What can be done with the selected tickets, in the place of the list's head; how many they are is said aloud. */
export default function SeveralBar() {
  const selected = useAtomValue(selectedAtom);
  const count = selected.length;
  const says = count > 0 ? plural(count, { one: "# selecionado", other: "# selecionados" }) : "";
  // Only what changes in a region that is there already is read out.
  const [said, setSaid] = useState("");
  useEffect(() => setSaid(says), [says]);
  // As they were then: whoever writes a note is not to lose it because a colleague takes one of them meanwhile.
  const [asked, setAsked] = useState<{ what: Asked; rows: readonly Ticket[] } | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <p className="visually-hidden" role="status">{said}</p>
      {count > 0 && <Bar selected={selected} says={says} onAsk={(what) => setAsked({ what, rows: selected })} />}
      <Suspense fallback={<OnItsWay />}>
        {asked?.what === "transfer" && <TransferSeveral rows={asked.rows} onClose={close} />}
        {asked?.what === "tag" && <TagSeveral rows={asked.rows} onClose={close} />}
      </Suspense>
    </>
  );
}

interface BarProps {
  selected: readonly Ticket[];
  says: string;
  onAsk: (what: Asked) => void;
}

function Bar({ selected, says, onAsk }: BarProps) {
  const { t } = useLingui();
  const areAll = useAtomValue(areAllSelectedAtom);
  const bar = useFocusKept();
  return (
    <Toolbar ref={bar} className={css.bar} aria-label={t`Com os selecionados`} data-bulk>
      <Checkbox
        className={css.all}
        checked={areAll}
        indeterminate={!areAll}
        onChecked={(all) => all ? selectAll() : letGo()}
      >
        <span className="visually-hidden">{t`Selecionar todos os que estão na lista`}</span>
      </Checkbox>
      <b>{says}</b>
      <SeveralActions rows={selected} onAsk={onAsk} />
      {IS_TOUCHED && selected.length === 1 && <OneMenu ticket={selected[0]!} />}
      <IconButton label={t`Largar a seleção`} icon={X} iconSize={20} onClick={letGo} />
    </Toolbar>
  );
}

/** What is done with one alone, where nothing hovers over its row. */
function OneMenu({ ticket }: { ticket: Ticket }) {
  const isMoving = useAtomValue(movingAtom).has(ticket.id);
  const name = ticket.contact.name || formatNumber(ticket.contact.number);
  return <RowMenu ticket={ticket} name={name} isMoving={isMoving} />;
}

/** When it goes, whatever has the focus in it would take it along: the list has it then. */
function useFocusKept() {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const bar = ref.current!;
    return () => void (bar.contains(document.activeElement) && setTimeout(focusList));
  }, []);
  return ref;
}
