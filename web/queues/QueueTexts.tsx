import { useLingui } from "@lingui/react/macro";
import type { Webhook } from "../../src/contract/webhooks.ts";
import { ColorField } from "../ui/ColorField.tsx";
import { MessageArea } from "../ui/MessageArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { AfterGreeting } from "./OutsideBot.tsx";
import { FIRST_PRESETS, PRESETS } from "./palette.ts";
import type { QueueDraft } from "./useQueueDraft.ts";
import css from "./QueueDialog.module.css";

interface QueueTextsProps {
  draft: QueueDraft;
  /** Colours of other queues. */
  taken: ReadonlySet<string>;
  webhooks: readonly Webhook[];
}

/** What a queue is called, its colour, and what it says before its options. */
export function QueueTexts({ draft: { form, change, tree, seen, shown }, taken, webhooks }: QueueTextsProps) {
  const { t, i18n } = useLingui();
  const text = (name: "name" | "greetingMessage" | "outOfHoursMessage") => ({
    ...form.text(name),
    onText: (value: string) => change(name, value),
  });
  return (
    <>
      <div className={css.pair}>
        <TextField label={t`Nome`} autoComplete="off" {...text("name")} />
        <ColorField
          label={t`Cor`}
          presets={PRESETS.map(({ color, hue, strength }) => ({ color, name: `${i18n._(hue)} ${strength}` }))}
          first={FIRST_PRESETS}
          value={form.values.color ?? ""}
          taken={taken}
          error={form.problemOn("color")}
          onColor={(color) => change("color", color)}
        />
      </div>
      <div className={css.pair}>
        <MessageArea label={t`Mensagem de saudação`} {...text("greetingMessage")} />
        <MessageArea label={t`Mensagem fora do horário`} {...text("outOfHoursMessage")} />
      </div>
      {tree.length === 0 && (
        <AfterGreeting
          // What is taken over from a colleague's save is another number of minutes.
          key={seen?.revision}
          bot={shown}
          webhooks={webhooks}
          onChange={(is) => {
            for (const [name, value] of Object.entries(is)) change(name as keyof typeof is, value);
          }}
        />
      )}
    </>
  );
}
