import { useLingui } from "@lingui/react/macro";
import type { ShownFinding } from "../../../src/contract/doctor.ts";
import type { CheckName } from "../../../src/contract/findings.ts";
import { Card } from "../../dashboard/Card.tsx";
import { countText } from "../../dashboard/words.ts";
import { Chip } from "../../ui/Chip.tsx";
import { Dot } from "../../ui/Dot.tsx";
import { useDates } from "../../ui/useDates.ts";
import { findingText } from "./findingTexts.ts";
import { checkNames } from "./words.ts";
import css from "./HealthTab.module.css";

/** What was looked at and is good. */
export function InOrder({ findings }: { findings: readonly ShownFinding[] }) {
  const { t } = useLingui();
  const names = checkNames(), good = findings.filter(({ level }) => level === "good");
  const notes = good.filter(({ what, check }) => what !== check);
  return (
    <Card title={t`Em ordem`} total={countText(good.length)}>
      <ul className={css.inOrder}>
        {good.filter(({ what, check }) => what === check).map(({ check }) => (
          <li key={check}>
            <Dot tone="success" />
            {names[check as CheckName] ?? check}
          </li>
        ))}
        {notes.map((finding) => <Note key={`${finding.what} ${finding.company}`} finding={finding} />)}
      </ul>
    </Card>
  );
}

/** What is good to know of a company. */
function Note({ finding }: { finding: ShownFinding }) {
  const { says } = findingText(finding, useDates().timeZone);
  return (
    <li data-note>
      <Dot tone="success" />
      <span>
        {finding.companyName && (
          <Chip>
            <bdi>{finding.companyName}</bdi>
          </Chip>
        )} {says}
      </span>
    </li>
  );
}
