import { useLingui } from "@lingui/react/macro";
import type { Schedules } from "../../src/contract/hours.ts";
import { HoursForm } from "../hours/HoursForm.tsx";
import { OpenNow } from "../hours/OpenNow.tsx";
import { toast } from "../ui/toast.ts";
import type { QueueDraft } from "./useQueueDraft.ts";
import css from "./QueueDialog.module.css";

interface QueueHoursProps {
  draft: QueueDraft;
  /** Whether it was said that hours are kept with the queue only: at the first change of them (spec 2 §4). */
  isTold: boolean;
  onTold: () => void;
}

export function QueueHours({ draft: { form, change }, isTold, onTold }: QueueHoursProps) {
  const { t } = useLingui();
  const { schedules = [] } = form.values;
  const changeHours = (value: Schedules) => {
    if (!isTold) toast.success(t`Clique em salvar para registrar as alterações`);
    onTold();
    change("schedules", value);
  };
  return (
    <div className={css.hours}>
      <OpenNow schedules={schedules} />
      <HoursForm value={schedules} onChange={changeHours} />
    </div>
  );
}
