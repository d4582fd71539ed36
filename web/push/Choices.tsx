import { Trans, useLingui } from "@lingui/react/macro";
import { PUSH_KINDS, type PushChoices, type PushDevice, type PushKind } from "../../src/contract/push.ts";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Switch } from "../ui/Switch.tsx";
import { HoursChoice } from "./HoursChoice.tsx";
import { MinutesField } from "./MinutesField.tsx";
import { choose, tryOut } from "./push.ts";
import css from "./Push.module.css";

/** What this device is told, and how much of it. */
export function Choices({ device }: { device: PushDevice }) {
  const { t } = useLingui();
  const { choices } = device, { kinds, showsText, waitingMinutes, hours } = choices;
  const change = (values: Partial<PushChoices>) => void choose(device, { ...choices, ...values });
  const names: Record<PushKind, string> = {
    message: t`Mensagem nova em um atendimento meu`,
    transfer: t`Atendimento transferido para mim`,
    mention: t`Alguém me chamou com @`,
    chat: t`Mensagem de colega no chat interno`,
    waiting: t`Cliente esperando nas minhas filas`,
  };
  const toggle = (kind: PushKind, on: boolean) =>
    change({ kinds: PUSH_KINDS.filter((each) => each === kind ? on : kinds.includes(each)) });
  return (
    <>
      <fieldset className={css.section}>
        <legend>
          <Trans>O que avisar</Trans>
        </legend>
        {PUSH_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            checked={kinds.includes(kind)}
            onChecked={(on) => toggle(kind, on)}
          >
            {names[kind]}
          </Checkbox>
        ))}
        {kinds.includes("waiting") && (
          <MinutesField
            value={waitingMinutes}
            onMinutes={(minutes) => change({ waitingMinutes: minutes })}
          />
        )}
      </fieldset>
      <section className={css.section}>
        <h3>
          <Trans>Quando avisar</Trans>
        </h3>
        <HoursChoice hours={hours} onHours={(hours) => change({ hours })} />
      </section>
      <section className={css.section}>
        <h3>
          <Trans>Na tela de bloqueio</Trans>
        </h3>
        <Switch checked={showsText} onChecked={(on) => change({ showsText: on })}>
          <Trans>Mostrar o texto</Trans>
        </Switch>
        <p className={css.note}>
          {showsText
            ? <Trans>Quem pegar o aparelho lê o que o cliente escreveu, sem desbloquear.</Trans>
            : <Trans>Aparece só o primeiro nome: “Nova mensagem de Maria”.</Trans>}
        </p>
      </section>
      <div>
        <Button size="small" variant="secondary" onClick={() => void tryOut(device)}>
          <Trans>Enviar um aviso de teste</Trans>
        </Button>
      </div>
    </>
  );
}
