import { useLingui } from "@lingui/react/macro";
import type { Vitals } from "../../../src/contract/doctor.ts";
import { countText } from "../../dashboard/words.ts";
import figures from "../../dashboard/Figures.module.css";
import { bytesText, spanText } from "./words.ts";

interface VitalsProps {
  vitals: Vitals;
  version: string;
  /** When it was looked at (ISO 8601). */
  at: string;
}

/** What the process uses, in seven numbers. */
export function VitalFigures({ vitals, version, at }: VitalsProps) {
  const { t } = useLingui();
  const { startedAt, memory, allMemory, diskFree, diskSize, diskLoss, loopDelay } = vitals;
  return (
    <dl className={figures.figures}>
      <Figure
        label={t`No ar há`}
        value={spanText(Date.parse(at) - Date.parse(startedAt))}
        note={t`versão ${version}`}
      />
      <Figure label={t`Memória`} value={bytesText(memory)} note={t`de ${bytesText(allMemory)}`} />
      <Figure label={t`Disco livre`} value={bytesText(diskFree)} note={t`de ${bytesText(diskSize)}`} />
      <Figure
        label={t`Disco por dia`}
        value={diskLoss === null ? "–" : bytesText(diskLoss)}
        note={diskLoss === null ? t`ainda não se sabe` : t`a menos`}
      />
      <Figure
        label={t`Atraso`}
        value={loopDelay === null ? "–" : t`${countText(Math.round(loopDelay))} ms`}
        note={t`em 99 de 100 voltas`}
      />
      <Figure
        label={t`Arquivos abertos`}
        value={countText(vitals.openCompanies)}
        note={t`de ${countText(vitals.companies)} empresas`}
      />
      <Figure label={t`Sessões`} value={countText(vitals.sessions)} note={t`com as redes`} />
    </dl>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
      <dd className={figures.change}>{note}</dd>
    </div>
  );
}
