import { AlertsSection } from "./AlertsSection.tsx";
import { BackupsSection } from "./BackupsSection.tsx";
import { BrandSection } from "./BrandSection.tsx";
import { MailSection } from "./MailSection.tsx";
import { MetaSection } from "./MetaSection.tsx";
import { NetworkSection } from "./NetworkSection.tsx";
import { PixSection } from "./PixSection.tsx";
import { PushSection } from "./PushSection.tsx";
import { TurnOf, useTurns } from "./turns.ts";
import css from "./ProviderTab.module.css";

/** What the provider sets for the whole installation, part by part. */
const SECTIONS = [
  BrandSection,
  MailSection,
  BackupsSection,
  AlertsSection,
  PixSection,
  MetaSection,
  PushSection,
  NetworkSection,
];

export default function ProviderTab() {
  const turns = useTurns(SECTIONS.length);
  return (
    <div className={css.sections}>
      {SECTIONS.map((Section, nth) => (
        <TurnOf key={Section.name} value={turns[nth]!}>
          <Section />
        </TurnOf>
      ))}
    </div>
  );
}
