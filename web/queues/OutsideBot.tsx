import { Trans, useLingui } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { Webhook } from "../../src/contract/webhooks.ts";
import { LEAST_MINUTES, MOST_MINUTES } from "../../src/shared/bot/minutes.ts";
import { MessageArea } from "../ui/MessageArea.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import css from "./OptionTree.module.css";

export interface ToBot {
  toWebhookId: number | null;
  botMinutes: number;
  botMessage: string;
}

interface OutsideBotProps {
  bot: ToBot;
  webhooks: readonly Webhook[];
  onChange: (change: Partial<ToBot>) => void;
}

/** Which outside bot an option leads to, and when people take over from it. */
export function OutsideBotTarget({ bot, webhooks, onChange }: OutsideBotProps) {
  const { t } = useLingui();
  return (
    <>
      <div className={css.line}>
        <Select
          label={t`Robô`}
          placeholder={t`Escolha o robô`}
          hint={t`Um dos webhooks cadastrados em API.`}
          options={useBots(webhooks)}
          value={String(bot.toWebhookId ?? "")}
          onText={(id) => onChange({ toWebhookId: id ? Number(id) : null })}
        />
        <Minutes minutes={bot.botMinutes} onMinutes={(botMinutes) => onChange({ botMinutes })} />
      </div>
      {webhooks.length === 0 && <NoWebhook />}
      <SilenceText bot={bot} onChange={onChange} />
    </>
  );
}

/** After a queue's greeting: people, or an outside bot, where no options come. */
export function AfterGreeting({ bot, webhooks, onChange }: OutsideBotProps) {
  const { t } = useLingui();
  const bots = useBots(webhooks).map(({ value, label }) => ({ value, label: t`Robô externo: ${label}` }));
  const hint = webhooks.length === 0
    ? t`Para passar a um robô externo (Typebot, n8n), cadastre um webhook em API.`
    : t`Com opções abaixo, elas vêm depois da saudação.`;
  return (
    <>
      <div className={css.line}>
        <Select
          label={t`Depois da saudação`}
          hint={hint}
          options={[{ value: "", label: t`Passar a um atendente` }, ...bots]}
          value={String(bot.toWebhookId ?? "")}
          onText={(id) => onChange({ toWebhookId: id ? Number(id) : null })}
        />
        {bot.toWebhookId !== null && (
          <Minutes
            minutes={bot.botMinutes}
            onMinutes={(botMinutes) => onChange({ botMinutes })}
          />
        )}
      </div>
      {bot.toWebhookId !== null && <SilenceText bot={bot} onChange={onChange} />}
    </>
  );
}

function useBots(webhooks: readonly Webhook[]): { value: string; label: string }[] {
  const { t } = useLingui();
  return webhooks.map(({ id, name, isActive }) => ({
    value: String(id),
    label: isActive ? name : t`${name} (desligado)`,
  }));
}

function SilenceText({ bot, onChange }: Pick<OutsideBotProps, "bot" | "onChange">) {
  const { t } = useLingui();
  return (
    <MessageArea
      label={t`Mensagem quando o robô não responde`}
      hint={t`O cliente recebe este texto quando um atendente assume. Vazio: nada.`}
      name="botMessage"
      value={bot.botMessage}
      onText={(botMessage) => onChange({ botMessage })}
    />
  );
}

/** A number that is no number of minutes changes nothing, and says so. */
function Minutes({ minutes, onMinutes }: { minutes: number; onMinutes: (minutes: number) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(String(minutes));
  const isGood = (text: string) =>
    /^\d{1,4}$/.test(text) && Number(text) >= LEAST_MINUTES && Number(text) <= MOST_MINUTES;
  return (
    <TextField
      label={t`Espera (minutos)`}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      error={isGood(typed) ? undefined : t`De ${LEAST_MINUTES} a ${MOST_MINUTES}`}
      value={typed}
      onText={(text) => {
        setTyped(text);
        if (isGood(text)) onMinutes(Number(text));
      }}
    />
  );
}

function NoWebhook() {
  return (
    <p className={css.billHint} role="status" data-missing>
      <TriangleAlert size={16} aria-hidden />
      <span>
        <Trans>
          Nenhum webhook está cadastrado, então um atendente assume. Cadastre um em API: é por ele que o robô (Typebot,
          n8n) recebe as mensagens.
        </Trans>
      </span>
    </p>
  );
}
