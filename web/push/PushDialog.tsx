import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { Dialog } from "../ui/Dialog.tsx";
import { Failed } from "../ui/Empty.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Switch } from "../ui/Switch.tsx";
import { Choices } from "./Choices.tsx";
import { Devices } from "./Devices.tsx";
import { HowTo } from "./HowTo.tsx";
import { forgetPush, pushAtom, readPush, turnOff, turnOn } from "./push.ts";
import { abilityNow } from "./subscription.ts";
import css from "./Push.module.css";

/** How the person is told while the product is closed: on this device, and on which others. */
export default function PushDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { push, error } = useAtomValue(pushAtom);
  useEffect(() => {
    void readPush();
    return forgetPush;
  }, []);
  return (
    <Dialog title={t`Avisos com o sistema fechado`} width={560} onClose={onClose} bodyClassName={css.sections}>
      {push
        ? <Told />
        : error
        ? <Failed title={t`Suas escolhas não chegaram`} error={error} onRetry={readPush} />
        : <Skeleton width="100%" height={220} />}
    </Dialog>
  );
}

function Told() {
  const push = useAtomValue(pushAtom).push!;
  const device = push.devices.find(({ isThis }) => isThis);
  if (!push.isOn) return <OffForAll />;
  const hosts = push.hosts.map((host) => host.replace(/^\./, "*.")).join(", ");
  return (
    <>
      <Here />
      {device && <Choices key={device.id} device={device} />}
      {push.devices.length > 0 && <Devices devices={push.devices} />}
      <p className={css.note}>
        <Trans>
          Para avisar, o servidor chama o serviço do fabricante do navegador, que não lê o que passa por ele: {hosts}.
        </Trans>
      </p>
    </>
  );
}

/** There is nothing to choose while nobody is told anything. */
function OffForAll() {
  return (
    <p className={css.why}>
      <Trans>
        O provedor desligou os avisos com o sistema fechado para todos. O que você escolheu fica guardado e volta a
        valer quando ele os ligar.
      </Trans>
    </p>
  );
}

/** The switch of this device, or why there is none. */
function Here() {
  const push = useAtomValue(pushAtom).push!;
  const [ability, setAbility] = useState(abilityNow);
  /** What was pressed, until it is so. */
  const [wish, setWish] = useState<boolean>();
  const device = push.devices.find(({ isThis }) => isThis);
  const change = async (on: boolean) => {
    setWish(on);
    await (on ? turnOn(push) : turnOff(device!));
    setAbility(abilityNow());
    setWish(undefined);
  };
  const mayChange = ability === "able" || device !== undefined;
  return (
    <section className={css.section}>
      <p className={css.note}>
        <Trans>
          Você é avisado na tela de bloqueio quando nenhuma aba está à vista, e não quando já está olhando.
        </Trans>
      </p>
      <Switch
        checked={wish ?? device !== undefined}
        disabled={!mayChange || wish !== undefined}
        onChecked={change}
      >
        <Trans>Avisar neste aparelho</Trans>
      </Switch>
      {!device && ability !== "able" && <HowTo ability={ability} />}
    </section>
  );
}
