import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { Suspense } from "react";
import { Brand } from "../ui/Brand.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Modal } from "../ui/Modal.tsx";
import { Drawer } from "./Drawer.tsx";
import { showOverlay } from "./drawer.ts";
import { AnnouncementsBell } from "./announcementsBell.ts";
import { ChatsBell } from "./chatsBell.ts";
import css from "./DrawerOverlay.module.css";

/** The drawer on a phone: over the page, gone with a press beside it, Esc or the back gesture. */
export function DrawerOverlay() {
  const { t } = useLingui();
  const close = () => showOverlay(false);
  return (
    <Modal label={t`Menu`} className={css.overlay} onClose={close}>
      <header className={css.head}>
        <Brand />
        <Suspense>
          <AnnouncementsBell />
        </Suspense>
        <Suspense>
          <ChatsBell />
        </Suspense>
        <IconButton label={t`Fechar o menu`} icon={X} iconSize={20} onClick={close} />
      </header>
      <Drawer onFollow={close} />
    </Modal>
  );
}
