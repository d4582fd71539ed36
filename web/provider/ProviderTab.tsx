import { AlertsSection } from "./AlertsSection.tsx";
import { BackupsSection } from "./BackupsSection.tsx";
import { BrandSection } from "./BrandSection.tsx";
import { MailSection } from "./MailSection.tsx";
import { MetaSection } from "./MetaSection.tsx";
import { NetworkSection } from "./NetworkSection.tsx";
import { PixSection } from "./PixSection.tsx";
import { PushSection } from "./PushSection.tsx";
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
  return (
    <div className={css.sections}>
      {SECTIONS.map((Section) => <Section key={Section.name} />)}
    </div>
  );
}
