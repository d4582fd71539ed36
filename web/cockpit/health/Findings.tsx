import { useLingui } from "@lingui/react/macro";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { Fragment } from "react";
import type { ShownFinding } from "../../../src/contract/doctor.ts";
import { Chip } from "../../ui/Chip.tsx";
import { useDates } from "../../ui/useDates.ts";
import { StartLines } from "./StartLines.tsx";
import { findingText } from "./findingTexts.ts";
import css from "./HealthTab.module.css";

/** What is wrong, the worst first, each with what to do. */
export function Findings({ findings }: { findings: readonly ShownFinding[] }) {
  const { t } = useLingui();
  if (findings.length === 0) {
    return (
      <p className={css.allWell}>
        <CircleCheck size={16} aria-hidden />
        {t`Tudo em ordem.`}
      </p>
    );
  }
  const inOrder = findings.toSorted((one, other) => Number(other.level === "bad") - Number(one.level === "bad"));
  return (
    <ul className={css.findings}>
      {inOrder.map((finding, nth) => <Wrong key={`${finding.what} ${finding.company} ${nth}`} finding={finding} />)}
    </ul>
  );
}

function Wrong({ finding }: { finding: ShownFinding }) {
  const { t } = useLingui();
  const { says, todo } = findingText(finding, useDates().timeZone), isBad = finding.level === "bad";
  return (
    <li data-level={finding.level}>
      <TriangleAlert size={16} aria-hidden />
      <div>
        <p>
          <span className="visually-hidden">{isBad ? t`Urgente:` : t`Atenção:`}</span> {finding.companyName && (
            <Chip>
              <bdi>{finding.companyName}</bdi>
            </Chip>
          )} {says}
        </p>
        <small>
          <Commands text={todo} />
        </small>
        {finding.what === "lines_held" && <StartLines />}
      </div>
    </li>
  );
}

/** What stands between `…` is typed as it is. */
export function Commands({ text }: { text: string }) {
  return text.split("`").map((part, nth) =>
    nth % 2 === 1 ? <code key={nth}>{part}</code> : <Fragment key={nth}>{part}</Fragment>
  );
}
