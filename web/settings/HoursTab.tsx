import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import type { CompanyDetails } from "../../src/contract/companies.ts";
import type { Schedules } from "../../src/contract/hours.ts";
import type { Changed } from "../../src/contract/revisions.ts";
import { DEFAULT_SCHEDULES } from "../../src/shared/week.ts";
import { companyList, showCompany } from "../hours/company.ts";
import { focusWrongTime, HoursForm } from "../hours/HoursForm.tsx";
import { OpenNow } from "../hours/OpenNow.tsx";
import { isWholeWeek } from "../hours/week.ts";
import { useList } from "../list/pagedList.ts";
import { CallError } from "../request.ts";
import { useMe } from "../session.ts";
import { Button } from "../ui/Button.tsx";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { Failed } from "../ui/Empty.tsx";
import { showError } from "../ui/showError.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { saveSchedules } from "./company.ts";
import css from "./SettingsPage.module.css";

/** What was changed and not saved yet, and over which revision. */
export interface EditedHours {
  schedules: Schedules;
  was: number;
}

interface HoursTabProps {
  /** It stays while another tab is looked at. */
  edited: EditedHours | undefined;
  onEdited: (edited: EditedHours | undefined) => void;
}

/** Between the press and the saving (ms; spec 2 §5). */
const SUBMIT_DELAY = 500;

/** The company's opening hours (spec 2 §2, Settings). */
export function HoursTab({ edited, onEdited }: HoursTabProps) {
  const { t } = useLingui();
  const { companyId: id } = useMe();
  const list = useList(companyList, { id });
  const form = useRef<HTMLDivElement>(null);
  const [company] = list.rows;
  const [busy, setBusy] = useState(false);
  const [theirs, setTheirs] = useState<Changed<CompanyDetails>>();
  if (!company) {
    return list.state === "failed"
      ? <Failed title={t`Os horários não vieram`} error={list.error} onRetry={list.retry} />
      : <Skeleton width={640} height={360} />;
  }
  const value = edited?.schedules ?? company.schedules;
  const change = (schedules: Schedules) => onEdited({ schedules, was: edited?.was ?? company.revision });
  const save = async (was = edited?.was ?? company.revision) => {
    if (!isWholeWeek(value)) {
      focusWrongTime(form.current);
      return toast.error(t`Corrija os horários marcados em vermelho.`);
    }
    setBusy(true);
    await new Promise((resolve) => setTimeout(resolve, SUBMIT_DELAY));
    try {
      await saveSchedules(id, value, was);
      setTheirs(undefined);
      onEdited(undefined);
    } catch (error) {
      const isOther = error instanceof CallError && error.code === "ERR_CHANGED_MEANWHILE";
      if (isOther) setTheirs(error.detail as Changed<CompanyDetails>);
      else showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div ref={form} className={css.groups}>
      <ChangedMeanwhile
        form={{
          theirs,
          busy,
          take: () => {
            if (theirs) showCompany(theirs.record);
            setTheirs(undefined);
            onEdited(undefined);
          },
          saveOver: () => void save(theirs?.record.revision),
        }}
      />
      <OpenNow schedules={value} />
      <HoursForm value={value} onChange={change} />
      <HoursFoot
        busy={busy}
        isEdited={edited !== undefined}
        onSave={() => void save()}
        onUsual={() => change(DEFAULT_SCHEDULES)}
      />
    </div>
  );
}

interface HoursFootProps {
  busy: boolean;
  isEdited: boolean;
  onSave: () => void;
  onUsual: () => void;
}

function HoursFoot({ busy, isEdited, onSave, onUsual }: HoursFootProps) {
  return (
    <div className={css.foot}>
      <Button variant="primary" busy={busy} disabled={!isEdited} onClick={onSave}>
        <Trans>Salvar</Trans>
      </Button>
      <Button onClick={onUsual}>
        <Trans>Usar o horário comercial</Trans>
      </Button>
      {isEdited && (
        <span className={css.unsaved} role="status">
          <Trans>Alterações não salvas</Trans>
        </span>
      )}
    </div>
  );
}
