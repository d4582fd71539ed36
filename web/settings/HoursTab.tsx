import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { type Schedules } from "../../src/contract/hours.ts";
import { DEFAULT_SCHEDULES } from "../../src/contract/office_hours.ts";
import { companyList } from "../hours/company.ts";
import { HoursForm } from "../hours/HoursForm.tsx";
import { OpenNow } from "../hours/OpenNow.tsx";
import { isWholeWeek } from "../hours/week.ts";
import { useList } from "../list/pagedList.ts";
import { useMe } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { Failed } from "../ui/Empty.tsx";
import { showError } from "../ui/showError.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { saveSchedules } from "./company.ts";
import css from "./SettingsPage.module.css";

interface HoursTabProps {
  /** What was changed and not saved yet; it stays while another tab is looked at. */
  edited: Schedules | undefined;
  onEdited: (edited: Schedules | undefined) => void;
}

/** The company's opening hours (spec 2 §2, Settings). */
/** Between the press and the saving (ms; spec 2 §5). */
const SUBMIT_DELAY = 500;

export function HoursTab({ edited, onEdited }: HoursTabProps) {
  const { t } = useLingui();
  const { companyId: id } = useMe();
  const list = useList(companyList, { id });
  const [company] = list.rows;
  const [busy, setBusy] = useState(false);
  if (!company) {
    return list.state === "failed"
      ? <Failed title={t`Os horários não vieram`} error={list.error} onRetry={list.retry} />
      : <Skeleton width={640} height={360} />;
  }
  const value = edited ?? company.schedules;
  const save = async () => {
    if (!isWholeWeek(value)) return toast.error(t`Corrija os horários marcados em vermelho.`);
    setBusy(true);
    await new Promise((resolve) => setTimeout(resolve, SUBMIT_DELAY));
    try {
      await saveSchedules(id, value);
      onEdited(undefined);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={css.groups}>
      <OpenNow schedules={value} />
      <HoursForm value={value} onChange={onEdited} />
      <div className={css.foot}>
        <Button variant="primary" busy={busy} disabled={edited === undefined} onClick={() => void save()}>
          <Trans>Salvar</Trans>
        </Button>
        <Button onClick={() => onEdited(DEFAULT_SCHEDULES)}>
          <Trans>Usar o horário comercial</Trans>
        </Button>
        {edited && (
          <span className={css.unsaved} role="status">
            <Trans>Alterações não salvas</Trans>
          </span>
        )}
      </div>
    </div>
  );
}
