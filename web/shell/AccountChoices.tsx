import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { BellRing, LifeBuoy, LogOut, MonitorDown, ShieldCheck, UserRound } from "lucide-react";
import { useBrand } from "../brand.ts";
import { askToInstall, installingAtom } from "../installing.ts";
import { logout } from "../log_out.ts";
import { useMe } from "../session.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { classes } from "../ui/classes.ts";
import { LanguageSelect } from "../ui/LanguageSelect.tsx";
import { menuItemClass } from "../ui/Menu.tsx";
import { ThemeSegments } from "../ui/ThemeSegments.tsx";
import { callUp } from "./commandBar.ts";
import { AlertSwitches } from "./AlertSwitches.tsx";
import css from "./AccountMenu.module.css";

/** What hangs from the account's button. It comes when it is about to be pressed. */
export default function AccountChoices({ close }: { close: () => void }) {
  const { t } = useLingui();
  const { id, name, email } = useMe();
  const { helpLink, name: brand } = useBrand();
  const installing = useAtomValue(installingAtom);
  const install = installing === "asks" ? askToInstall : () => callUp("install");
  const entries = [
    { label: t`Avisos com o sistema fechado`, icon: BellRing, choose: () => callUp("push") },
    { label: t`Perfil`, icon: UserRound, choose: () => callUp("profile") },
    { label: t`Segurança`, icon: ShieldCheck, choose: () => callUp("security") },
    ...(installing ? [{ label: t`Instalar o ${brand}`, icon: MonitorDown, choose: install }] : []),
    { label: t`Sair`, icon: LogOut, choose: logout },
  ];
  return (
    <>
      <div className={css.head}>
        <Avatar id={id} name={name} />
        <span>
          <b>{name}</b>
          <small>{email}</small>
        </span>
      </div>
      <hr />
      <div className={css.choices}>
        <ThemeSegments className={css.theme} />
        <LanguageSelect />
      </div>
      <hr />
      <AlertSwitches />
      <hr />
      {helpLink && (
        <a
          className={classes(menuItemClass, css.help)}
          href={helpLink}
          target="_blank"
          rel="noopener noreferrer"
          onClick={close}
        >
          <LifeBuoy size={16} aria-hidden />
          {t`Central de ajuda`}
        </a>
      )}
      {entries.map(({ label, icon: Icon, choose }) => (
        <button
          key={label}
          type="button"
          className={menuItemClass}
          onClick={() => {
            close();
            choose();
          }}
        >
          <Icon size={16} aria-hidden />
          {label}
        </button>
      ))}
    </>
  );
}
