import { useAtomValue } from "jotai";
import { type ReactNode, Suspense } from "react";
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
import { quiet } from "../quiet.ts";
import { useMay } from "../session.ts";
import { part } from "../ui/part.ts";
import css from "./Shell.module.css";

const InvoiceBanner = part(() => withPageTexts(import("../invoices/InvoiceBanner.tsx")));
const AdminNotices = part(() => quiet.then(() => import("./AdminNotices.tsx")));

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
        <Notices />
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

function Notices() {
  const mayEdit = useMay("settings-page:edit");
  return mayEdit && (
    <Suspense>
      <AdminNotices />
    </Suspense>
  );
}
