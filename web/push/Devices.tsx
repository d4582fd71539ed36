import { Trans, useLingui } from "@lingui/react/macro";
import { MonitorSmartphone } from "lucide-react";
import type { PushDevice } from "../../src/contract/push.ts";
import { Button } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { useDates } from "../ui/useDates.ts";
import { turnOff } from "./push.ts";
import css from "./Push.module.css";

/** Where the person is told. */
export function Devices({ devices }: { devices: readonly PushDevice[] }) {
  return (
    <section className={css.section}>
      <h3>
        <Trans>Aparelhos avisados</Trans>
      </h3>
      <ul className={css.devices}>
        {devices.map((device) => <DeviceRow key={device.id} device={device} />)}
      </ul>
    </section>
  );
}

function DeviceRow({ device }: { device: PushDevice }) {
  const { t } = useLingui();
  const dates = useDates();
  const { browser, system, since, isThis } = device, begun = dates.dateTime(since);
  const name = [browser, system].filter(Boolean).join(" · ") || t`Aparelho desconhecido`;
  return (
    <li>
      <MonitorSmartphone size={20} aria-hidden />
      <span>
        <b>{name}</b>
        <small>
          <Trans>desde {begun}</Trans>
        </small>
      </span>
      {isThis
        ? (
          <Chip tone="accent">
            <Trans>Este aparelho</Trans>
          </Chip>
        )
        : (
          <Button
            size="small"
            variant="secondary"
            aria-label={t`Não avisar mais em ${name}, desde ${begun}`}
            onClick={() => void turnOff(device)}
          >
            <Trans>Remover</Trans>
          </Button>
        )}
    </li>
  );
}
