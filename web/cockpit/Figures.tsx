import { useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import type { Cockpit } from "../../src/contract/cockpit.ts";
import { countText } from "../dashboard/words.ts";
import figures from "../dashboard/Figures.module.css";
import { type Filter, sumsOf } from "./cockpit.ts";
import { monthText, wholeMoney } from "./words.ts";

interface FiguresProps {
  cockpit: Cockpit;
  onFilter: (filter: Filter) => void;
}

/** All companies in seven numbers; those that ask for something lead to whose they are. */
export function Figures({ cockpit: { companies, months }, onFilter }: FiguresProps) {
  const { t } = useLingui();
  const sums = sumsOf(companies), month = months.at(-1)!, name = monthText(month.month, "long");
  const { onTrial, blocked } = sums;
  const open = companies.reduce(
    (total, { openInvoice, isOverdue }) => total + (isOverdue ? openInvoice?.value ?? 0 : 0),
    0,
  );
  return (
    <dl className={figures.figures}>
      <Figure
        label={t`Empresas`}
        value={countText(sums.companies)}
        change={t`${onTrial} em teste, ${plural(blocked, { one: "# bloqueada", other: "# bloqueadas" })}`}
      />
      <Figure
        label={t`Vencidas`}
        value={countText(sums.overdue)}
        change={open > 0 ? t`${wholeMoney(open)} em aberto` : t`nada em aberto`}
        onPress={() => onFilter("overdue")}
      />
      <Figure
        label={t`Conexões caídas`}
        value={countText(sums.down)}
        change={t`de ${countText(sums.lines)}`}
        onPress={() => onFilter("down")}
      />
      <Figure
        label={t`Aguardando`}
        value={countText(sums.waiting)}
        change={t`agora`}
        onPress={() => onFilter("waiting")}
      />
      <Figure label={t`Mensagens hoje`} value={countText(sums.messagesToday)} change={t`de todas as empresas`} />
      <Figure label={t`Previsto`} value={wholeMoney(month.expected)} change={name} />
      <Figure label={t`Recebido`} value={wholeMoney(month.received)} change={name} />
    </dl>
  );
}

interface FigureProps {
  label: string;
  value: string;
  change: string;
  onPress?: () => void;
}

function Figure({ label, value, change, onPress }: FigureProps) {
  const { t } = useLingui();
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {onPress
          ? <button type="button" onClick={onPress} aria-label={t`${label}: ${value}. Ver as empresas`}>{value}</button>
          : value}
      </dd>
      <dd className={figures.change}>{change}</dd>
    </div>
  );
}
