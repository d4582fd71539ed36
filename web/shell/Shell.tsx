import { useAtomValue } from "jotai";
import { lazy, type ReactNode, Suspense } from "react";
import { useBillDue } from "../billDue.ts";
import { CalledUp } from "./CalledUp.tsx";
import { Drawer } from "./Drawer.tsx";
import { drawerAtom, drawerOverlayAtom } from "./drawer.ts";
import { DrawerOverlay } from "./DrawerOverlay.tsx";
import { ReconnectingBar } from "./ReconnectingBar.tsx";
import { useNotifications } from "./notify.ts";
import { TopBar } from "./TopBar.tsx";
import { useKeptLanguage } from "./useKeptLanguage.ts";
import { useWindowTitle } from "./windowTitle.ts";
import { withPageTexts } from "../i18n/i18n.ts";
import { useBrand } from "../brand.ts";
import { useMay, useSetting } from "../session.ts";
import css from "./Shell.module.css";

const InvoiceBanner = lazy(() => withPageTexts(import("../invoices/InvoiceBanner.tsx")));
const ConfirmEmailBanner = lazy(() => withPageTexts(import("../security/ConfirmEmail.tsx")));
const FirstSteps = lazy(() => withPageTexts(import("../first_steps/FirstSteps.tsx")));

/** The frame of every screen behind the login: bar and drawer on the canvas, the screen itself a sheet laid on it. */
export function Shell({ children }: { children: ReactNode }) {
  const drawer = useAtomValue(drawerAtom);
  const isOverlaid = useAtomValue(drawerOverlayAtom);
  useWindowTitle();
  useNotifications();
  useKeptLanguage();
  return (
    <div className={css.shell} data-drawer={drawer}>
      <TopBar />
      <div className={css.drawer}>
        <Drawer rail={drawer === "rail"} />
      </div>
      <main className={css.sheet}>
        <ReconnectingBar />
        <Reminder />
        <Confirmation />
        <BeginnersSteps />
        <div className={css.place}>{children}</div>
      </main>
      {isOverlaid && <DrawerOverlay />}
      <CalledUp />
    </div>
  );
}

/** What is due soon, or past, for who may pay it. */
function Reminder() {
  const isBillDue = useBillDue();
  return isBillDue && (
    <Suspense>
      <InvoiceBanner />
    </Suspense>
  );
}

/** Administrators are who has signed up, and who is written to about money. */
function Confirmation() {
  const { hasMail } = useBrand();
  const mayPay = useMay("invoices:pay");
  return hasMail && mayPay && (
    <Suspense>
      <ConfirmEmailBanner />
    </Suspense>
  );
}

/** The checklist of a new company, for who administers it, until it is put away. */
function BeginnersSteps() {
  const setting = useSetting("firstSteps");
  const mayEdit = useMay("settings-page:edit");
  if (!["new", "shown"].includes(setting) || !mayEdit) return null;
  return (
    <Suspense>
      <FirstSteps />
    </Suspense>
  );
}
