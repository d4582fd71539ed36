import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { useSetting } from "../session.ts";
import { Page } from "../ui/Page.tsx";
import { useUnsaved } from "../ui/unsaved.ts";
import { Tabs } from "../ui/Tabs.tsx";
import { HolidaysTab } from "./HolidaysTab.tsx";
import { type EditedHours, HoursTab } from "./HoursTab.tsx";
import { OptionsTab } from "./OptionsTab.tsx";
import css from "./SettingsPage.module.css";

/** How the company works (spec 2 §2, Settings); the address holds the tab. */
export default function SettingsPage() {
  const { t } = useLingui();
  const panelId = useId();
  const scheduleType = useSetting("scheduleType");
  const [search] = useSearchParams();
  const [, go] = useLocation();
  const [editedHours, setEditedHours] = useState<EditedHours>();
  useUnsaved(editedHours !== undefined);
  const tabs = [
    { value: "options", label: t`Opções` },
    ...(scheduleType === "company" ? [{ value: "hours", label: t`Horários` }] : []),
    ...(scheduleType === "disabled" ? [] : [{ value: "holidays", label: t`Feriados` }]),
  ];
  const tab = tabs.find(({ value }) => value === search.get("tab"))?.value ?? "options";
  return (
    <Page title={t`Configurações`}>
      <Tabs
        label={t`Configurações`}
        className={css.tabs}
        tabs={tabs}
        panelId={panelId}
        value={tab}
        onValue={(value) => go(value === "options" ? "/settings" : `/settings?tab=${value}`, { replace: true })}
      />
      <div
        className={css.panel}
        id={panelId}
        role="tabpanel"
        aria-label={tabs.find((each) => each.value === tab)!.label}
      >
        {tab === "options" && <OptionsTab />}
        {tab === "hours" && <HoursTab edited={editedHours} onEdited={setEditedHours} />}
        {tab === "holidays" && <HolidaysTab />}
      </div>
    </Page>
  );
}
