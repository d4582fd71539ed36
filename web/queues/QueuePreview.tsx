import { useAtomValue } from "jotai";
import { memo } from "react";
import type { BotConnection, BotQueue } from "../../src/shared/bot/situation.ts";
import type { QueueRow } from "../../src/contract/queues.ts";
import { BotPreview, type BotPreviewProps } from "../bot/BotPreview.tsx";
import { companyList } from "../hours/company.ts";
import { holidayList } from "../hours/holidays.ts";
import { useList } from "../list/pagedList.ts";
import { connectionDetails, connectionList } from "../connections/connections.ts";
import { useMe, useSetting } from "../session.ts";
import { useBotTexts } from "../bot/useBotTexts.ts";
import { attendantsAtom } from "./attendants.ts";
import { billSystemAtom } from "./billSystem.ts";
import type { Tree } from "./tree.ts";
import { botList } from "./webhooks.ts";
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
export default function QueuePreview(props: QueuePreviewProps) {
  const connections = useList(connectionList, {});
  // A connection that this queue is one of several of meets customers with the menu of queues first.
  const own = connections.rows.filter(({ queues }) => queues.some(({ id }) => id === props.queue.id));
  const whose = own.find(({ isDefault }) => isDefault) ?? own[0];
  if (connections.state === "loading" && connections.rows.length === 0) return null;
  return whose ? <OnConnection {...props} connectionId={whose.id} /> : <InCompany {...props} />;
}

function OnConnection({ connectionId, ...props }: QueuePreviewProps & { connectionId: number }) {
  const details = useList(connectionDetails, { id: connectionId });
  const [connection] = details.rows;
  return connection || details.state === "failed" ? <InCompany {...props} connection={connection} /> : null;
}

function InCompany(
  { queue, tree, others, editing, onOption, connection }: QueuePreviewProps & { connection?: BotConnection },
) {
  const { companyId } = useMe();
  const scheduleType = useSetting("scheduleType");
  const nightMenu = useSetting("nightMenu");
  const texts = useBotTexts();
  const people = useAtomValue(attendantsAtom);
  const bots = useList(botList, {});
  const hasBillSystem = useAtomValue(billSystemAtom);
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
        hasBillSystem,
        webhooks: bots.state === "loading" ? undefined : [...bots.rows],
        options: [...known.values()].flatMap((one) => one?.options ?? []),
        people: people.map(({ id, name, profile, queues }) => ({
          id,
          name,
          // An administrator sees the tickets of all queues.
          queueIds: profile === "admin" ? [queue.id, ...others.map((one) => one.id)] : queues.map((one) => one.id),
        })),
      }}
      connection={connection}
      scheduleType={scheduleType}
      menuAtNight={nightMenu === "enabled"}
      texts={texts}
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
