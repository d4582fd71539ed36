import { useLingui } from "@lingui/react/macro";
import { useId, useRef } from "react";
import { LONGEST_CAMPAIGN_TEXT, SLOTS } from "../../src/contract/campaigns.ts";
import { OWN_VARIABLES } from "../../src/shared/campaigns/texts.ts";
import { Dot } from "../ui/Dot.tsx";
import { putInto } from "../ui/putInto.ts";
import { Tabs } from "../ui/Tabs.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import type { Slot } from "./draft.ts";
import { Faults } from "./Faults.tsx";
import type { PartProps } from "./FirstFields.tsx";
import type { Check } from "./useCheck.ts";
import { VariableButtons } from "./VariableButtons.tsx";
import css from "./MessageTabs.module.css";

interface MessageTabsProps extends PartProps {
  slot: Slot;
  onSlot: (slot: Slot) => void;
  check: Check | undefined;
  /** Over the Cloud API the template asks. */
  isByTemplate: boolean;
}

/** Five messages of which each recipient gets one, with their confirmations. */
export function MessageTabs({ form, isLocked, slot, onSlot, check, isByTemplate }: MessageTabsProps) {
  const { t } = useLingui();
  const panelId = useId();
  const message = useRef<HTMLTextAreaElement>(null), question = useRef<HTMLTextAreaElement>(null);
  const last = useRef<"message" | "question">("message");
  const isAsked = form.values.confirmation === "true" && !isByTemplate;
  const names = { message: `message${slot}`, question: `confirmationMessage${slot}` } as const;
  const variables = check?.variables ?? [...OWN_VARIABLES];
  const insert = (variable: string) => {
    const which = isAsked ? last.current : "message";
    const area = (which === "message" ? message : question).current!;
    form.change(names[which], putInto(area, `{${variable}}`));
    area.focus();
  };
  const shared = { rows: 5, maxLength: LONGEST_CAMPAIGN_TEXT, readOnly: isLocked };
  return (
    <section className={css.box} aria-label={t`Mensagens`}>
      <Tabs
        label={t`Mensagens`}
        className={css.tabs}
        value={String(slot)}
        onValue={(value) => onSlot(Number(value) as Slot)}
        panelId={panelId}
        tabs={SLOTS.map((each) => ({
          value: String(each),
          label: t`Msg. ${each}`,
          end: form.values[`message${each}`]?.trim() ? <Dot label={t`preenchida`} /> : undefined,
        }))}
      />
      <div id={panelId} role="tabpanel" aria-label={t`Msg. ${slot}`} className={css.panel}>
        <div className={css.texts} data-pair={isAsked || undefined}>
          <TextArea
            key={names.message}
            ref={message}
            label={t`Mensagem`}
            onFocus={() => last.current = "message"}
            {...form.text(names.message)}
            {...shared}
          />
          {isAsked && (
            <TextArea
              key={names.question}
              ref={question}
              label={t`Mensagem de confirmação`}
              onFocus={() => last.current = "question"}
              {...form.text(names.question)}
              {...shared}
            />
          )}
        </div>
        <VariableButtons variables={variables} isLocked={isLocked} onInsert={insert} />
        <Faults
          message={form.values[names.message] ?? ""}
          question={isAsked ? form.values[names.question] ?? "" : ""}
          variables={variables}
          missing={check?.missing ?? []}
        />
      </div>
    </section>
  );
}
