import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Switch } from "../ui/Switch.tsx";
import { alertsAtom, permissionAtom, setAlert } from "./alerts.ts";
import css from "./AccountMenu.module.css";

/** How new messages call the person, on this device. */
export function AlertSwitches() {
  const { t } = useLingui();
  const { sound, desktop } = useAtomValue(alertsAtom);
  const permission = useAtomValue(permissionAtom);
  const isBarred = permission === "denied" || permission === "unsupported";
  return (
    <fieldset className={css.alerts}>
      <legend className="visually-hidden">{t`Novas mensagens`}</legend>
      <Switch checked={sound} onChecked={(on) => setAlert("sound", on)}>
        {t`Som ao chegar mensagem`}
      </Switch>
      <Switch checked={desktop && !isBarred} disabled={isBarred} onChecked={(on) => setAlert("desktop", on)}>
        {t`Notificações na área de trabalho`}
      </Switch>
      {permission === "denied" && (
        <p>
          <Trans>O navegador bloqueia as notificações deste site. Libere nas configurações dele.</Trans>
        </p>
      )}
    </fieldset>
  );
}
