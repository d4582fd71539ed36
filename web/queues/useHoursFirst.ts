import { useLingui } from "@lingui/react/macro";
import type { FormEvent } from "react";
import { flushSync } from "react-dom";
import { focusWrongTime } from "../hours/HoursForm.tsx";
import { isWholeWeek } from "../hours/week.ts";
import { toast } from "../ui/toast.ts";
import type { QueueDraft } from "./useQueueDraft.ts";

/** A queue's form, which is sent only once its hours are whole; the first wrong one is shown and gets the focus. */
export function useHoursFirst({ form, props }: QueueDraft, showHours: () => void): QueueDraft["props"] {
  const { t } = useLingui();
  return {
    ...props,
    onSubmit: (event: FormEvent) => {
      if (isWholeWeek(form.values.schedules ?? [])) return props.onSubmit(event);
      event.preventDefault();
      flushSync(showHours);
      focusWrongTime(props.ref.current);
      toast.error(t`Corrija os horários marcados em vermelho.`);
    },
  };
}
