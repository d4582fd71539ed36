import { useAtomValue } from "jotai";
import { memo } from "react";
import type { BotQueue } from "../../src/contract/bot/situation.ts";
import type { QueueRow } from "../../src/contract/queues.ts";
import { BotPreview, type BotPreviewProps } from "../bot/BotPreview.tsx";
import { companyList } from "../hours/company.ts";
import { holidayList } from "../hours/holidays.ts";
import { useList } from "../list/pagedList.ts";
import { useMe, useSetting } from "../session.ts";
import { attendantsAtom } from "./attendants.ts";
import type { Tree } from "./tree.ts";
import { useReached } from "./useReached.ts";

interface QueuePreviewProps {
  /** As it is being written. */
  queue: BotQueue;
  tree: Tree;
  /** The company's other queues as they are saved. */
  others: readonly QueueRow[];
  editing: number | null;
  onOption: (id: number | null) => void;
}

/** The unsaved queue on a pretend phone, in the company as it is. */
export default function QueuePreview({ queue, tree, others, editing, onOption }: QueuePreviewProps) {
  const { companyId } = useMe();
  const scheduleType = useSetting("scheduleType");
  const people = useAtomValue(attendantsAtom);
  const holidays = useList(holidayList, {}).rows.map(({ date }) => date);
  const [company] = useList(companyList, { id: companyId }).rows;
  const { known, isWhole } = useReached(queue.id, tree, others);
  return (
    <WholePreview
      isWhole={isWhole}
      queue={queue}
      options={tree.map((option) => ({ ...option, queueId: queue.id }))}
      others={{
        queues: others.map((row) => ({ schedules: known.get(row.id)?.schedules ?? [], ...row })),
        options: [...known.values()].flatMap((one) => one?.options ?? []),
        people: people.map(({ id, name, profile, queues }) => ({
          id,
          name,
          // An administrator sees the tickets of all queues.
          queueIds: profile === "admin" ? [queue.id, ...others.map((one) => one.id)] : queues.map((one) => one.id),
        })),
      }}
      scheduleType={scheduleType}
      schedules={company?.schedules ?? []}
      holidays={holidays}
      editing={editing}
      onFinding={onOption}
    />
  );
}

/** Stays as it was while a queue that customers are led to is still being read, so that nothing flickers. */
const WholePreview = memo(
  function WholePreview({ isWhole, ...props }: BotPreviewProps & { isWhole: boolean }) {
    return isWhole && <BotPreview {...props} />;
  },
  (_, { isWhole }) => !isWhole,
);
