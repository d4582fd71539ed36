import { useAtomValue } from "jotai";
import type { Queue } from "../../src/contract/queues.ts";
import { BotPreview } from "../bot/BotPreview.tsx";
import { companyList } from "../hours/company.ts";
import { holidayList } from "../hours/holidays.ts";
import { useList } from "../list/pagedList.ts";
import { useMe, useSetting } from "../session.ts";
import { attendantsAtom } from "./attendants.ts";
import type { Opened } from "./queues.ts";
import type { Tree } from "./tree.ts";

interface QueuePreviewProps {
  /** As it is being written. */
  queue: Queue;
  tree: Tree;
  /** The company's other queues as they are saved. */
  others: readonly Opened[];
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
  return (
    <BotPreview
      queue={queue}
      options={tree.map((option) => ({ ...option, queueId: queue.id }))}
      others={{
        queues: others.map((one) => one.queue),
        options: others.flatMap((one) => [...one.tree]),
        people: people.map(({ id, name, profile, queues }) => ({
          id,
          name,
          // An administrator sees the tickets of all queues.
          queueIds: profile === "admin"
            ? [queue.id, ...others.map((one) => one.queue.id)]
            : queues.map((one) => one.id),
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
