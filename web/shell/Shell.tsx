import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { CalledUp } from "./CalledUp.tsx";
import { Drawer } from "./Drawer.tsx";
import { drawerAtom, drawerOverlayAtom } from "./drawer.ts";
import { DrawerOverlay } from "./DrawerOverlay.tsx";
import { ReconnectingBar } from "./ReconnectingBar.tsx";
import { useNotifications } from "./notify.ts";
import { TopBar } from "./TopBar.tsx";
import { useWindowTitle } from "./windowTitle.ts";
import css from "./Shell.module.css";

/** The frame of every screen behind the login: bar and drawer on the canvas, the screen itself a sheet laid on it. */
export function Shell({ children }: { children: ReactNode }) {
  const drawer = useAtomValue(drawerAtom);
  const isOverlaid = useAtomValue(drawerOverlayAtom);
  useWindowTitle();
  useNotifications();
  return (
    <div className={css.shell} data-drawer={drawer}>
      <TopBar />
      <div className={css.drawer}>
        <Drawer rail={drawer === "rail"} />
      </div>
      <main className={css.sheet}>
        <ReconnectingBar />
        <div className={css.place}>{children}</div>
      </main>
      {isOverlaid && <DrawerOverlay />}
      <CalledUp />
    </div>
  );
}
