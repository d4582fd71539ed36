import { useLingui } from "@lingui/react/macro";
import { Suspense, useId, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { useMe, useSetting } from "../session.ts";
import { Page } from "../ui/Page.tsx";
import { lazy } from "../ui/part.ts";
import { mayLeave, useUnsaved } from "../ui/unsaved.ts";
import { Tabs } from "../ui/Tabs.tsx";
import { HolidaysTab } from "./HolidaysTab.tsx";
import { type EditedHours, HoursTab } from "./HoursTab.tsx";
import { OptionsTab } from "./OptionsTab.tsx";
import css from "./SettingsPage.module.css";

const PrivacyTab = lazy(() => import("./PrivacyTab.tsx"));
const CompaniesTab = lazy(() => import("../companies/CompaniesTab.tsx"));
const HelpsTab = lazy(() => import("../provider/HelpsTab.tsx"));
const ProviderTab = lazy(() => import("../provider/ProviderTab.tsx"));
const PlansTab = lazy(() => import("../provider/PlansTab.tsx"));

/** How the company works (spec 2 §2, Settings); the address holds the tab. */
export default function SettingsPage() {
  const { t } = useLingui();
  const panelId = useId();
  const scheduleType = useSetting("scheduleType");
  const me = useMe();
  const [search] = useSearchParams();
  const [, go] = useLocation();
  const [editedHours, setEditedHours] = useState<EditedHours>();
  useUnsaved(editedHours !== undefined);
  const tabs = [
    { value: "options", label: t`Opções` },
    ...(scheduleType === "company" ? [{ value: "hours", label: t`Horários` }] : []),
    ...(scheduleType === "disabled" ? [] : [{ value: "holidays", label: t`Feriados` }]),
    { value: "privacy", label: t`Privacidade` },
    // The provider's own, for the super user alone.
    ...(me.super
      ? [
        { value: "companies", label: t`Empresas` },
        { value: "plans", label: t`Planos` },
        { value: "helps", label: t`Ajuda` },
        { value: "provider", label: t`Provedor` },
      ]
      : []),
  ];
  const tab = tabs.find(({ value }) => value === search.get("tab"))?.value ?? "options";
  const open = async (value: string) => {
    const place = value === "options" ? "/settings" : `/settings?tab=${value}`;
    // A place that only takes another's step in the history is not asked about by itself.
    const from = new URL(location.href);
    if (await mayLeave({ from, to: new URL(place, from) })) go(place, { replace: true });
  };
  return (
    <Page title={t`Configurações`}>
      <Tabs
        label={t`Configurações`}
        className={css.tabs}
        tabs={tabs}
        panelId={panelId}
        value={tab}
        onValue={(value) => void open(value)}
      />
      <div
        className={["companies", "plans", "helps"].includes(tab) ? css.records : css.panel}
        id={panelId}
        role="tabpanel"
        aria-label={tabs.find((each) => each.value === tab)!.label}
      >
        {tab === "options" && <OptionsTab />}
        {tab === "hours" && <HoursTab edited={editedHours} onEdited={setEditedHours} />}
        {tab === "holidays" && <HolidaysTab />}
        <Suspense>
          {tab === "privacy" && <PrivacyTab />}
          {tab === "companies" && <CompaniesTab />}
          {tab === "plans" && <PlansTab />}
          {tab === "helps" && <HelpsTab />}
          {tab === "provider" && <ProviderTab />}
        </Suspense>
      </div>
    </Page>
  );
}
