import { Trans } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { seenAtom } from "../../live.ts";
import { useMe } from "../../session.ts";
import type { Tab } from "../../tickets/address.ts";
import { timeOrDate } from "../../ui/dates.ts";
import { OldNote } from "../../ui/OldNote.tsx";
import { deskAtom, LISTS_OF } from "../desk.ts";

/** Says of when a tab's lists are, where that is another hour than the one said of all that is seen without a network. */
export function OldList({ tab }: { tab: Tab }) {
  const desk = useAtomValue(deskAtom);
  const seen = useAtomValue(seenAtom);
  const { timeZone } = useMe().company;
  const hours = LISTS_OF[tab].flatMap((name) => desk[name].asOf ?? []);
  if (seen === null || hours.length === 0) return null;
  const when = timeOrDate(Math.min(...hours), timeZone);
  if (when === timeOrDate(seen.at, timeZone)) return null;
  return (
    <OldNote>
      <Trans>Esta lista é de {when}. Pode ter mudado.</Trans>
    </OldNote>
  );
}
