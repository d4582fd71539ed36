import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { BrandMark } from "../ui/BrandMark.tsx";
import { useModal } from "../ui/Dialog.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Drawer } from "./Drawer.tsx";
import { showOverlay } from "./drawer.ts";
import css from "./DrawerOverlay.module.css";

/** The drawer on a phone: over the page, gone with a press beside it, Esc or the back gesture. */
export function DrawerOverlay() {
  const { t } = useLingui();
  const dialog = useModal();
  const close = () => showOverlay(false);
  return (
    <dialog
      ref={dialog}
      className={css.overlay}
      aria-label={t`Menu`}
      onCancel={(event) => (event.preventDefault(), close())}
      onPointerDown={(event) => event.target === event.currentTarget && close()}
    >
      <div className={css.sheet}>
        <header className={css.head}>
          <BrandMark />
          <b>Balcão</b>
          <IconButton label={t`Fechar o menu`} icon={X} iconSize={20} onClick={close} />
        </header>
        <Drawer onFollow={close} />
      </div>
    </dialog>
  );
}
