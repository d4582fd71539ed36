import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useId, useRef } from "react";
import { LONGEST_CAMPAIGN_TEXT, SLOTS } from "../../src/contract/campaigns.ts";
import { OWN_VARIABLES } from "../../src/shared/campaigns/texts.ts";
import { Dot } from "../ui/Dot.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import type { Slot } from "./draft.ts";
import { faultsOf, faultText } from "./faults.ts";
import type { PartProps } from "./FirstFields.tsx";
import type { Check } from "./useCheck.ts";
import css from "./MessageTabs.module.css";

interface MessageTabsProps extends PartProps {
  slot: Slot;
  onSlot: (slot: Slot) => void;
  check: Check | undefined;
}

/** Five messages of which each recipient gets one, with their confirmations. */
export function MessageTabs({ form, isLocked, slot, onSlot, check }: MessageTabsProps) {
  const { t } = useLingui();
  const panelId = useId();
  const message = useRef<HTMLTextAreaElement>(null), question = useRef<HTMLTextAreaElement>(null);
  const last = useRef<"message" | "question">("message");
  const isAsked = form.values.confirmation === "true";
  const names = { message: `message${slot}`, question: `confirmationMessage${slot}` } as const;
  const variables = check?.variables ?? [...OWN_VARIABLES];
  const insert = (variable: string) => {
    const which = isAsked ? last.current : "message";
    const area = (which === "message" ? message : question).current!;
    const { selectionStart: from, selectionEnd: to } = area, word = `{${variable}}`;
    const value = form.values[names[which]] ?? "";
    form.change(names[which], `${value.slice(0, from)}${word}${value.slice(to)}`);
    area.focus();
    // Only when the text is drawn is there a place behind the word.
    requestAnimationFrame(() => area.setSelectionRange(from + word.length, from + word.length));
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
        <p className={css.variables}>
          <span>
            <Trans>Use variáveis na mensagem:</Trans>
          </span>
          {variables.map((name) => ({ name, word: `{${name}}` })).map(({ name, word }) => (
            <button
              key={name}
              type="button"
              disabled={isLocked}
              aria-label={t`Inserir ${word}`}
              // The text keeps its caret.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(name)}
            >
              {word}
            </button>
          ))}
        </p>
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

interface FaultsProps {
  message: string;
  question: string;
  variables: readonly string[];
  missing: Check["missing"];
}

/** What speaks against sending it like this, and that nothing does. */
function Faults({ message, question, variables, missing }: FaultsProps) {
  const known = new Set(variables);
  const texts = [
    ...faultsOf(message, known, { missing }),
    ...faultsOf(question, known, { missing, isQuestion: true }),
  ].map(faultText);
  if (message.trim() === "") return null;
  return (
    <ul className={css.faults}>
      {[...new Set(texts)].map((text) => (
        <li key={text} data-tone="waiting">
          <TriangleAlert size={16} aria-hidden />
          {text}
        </li>
      ))}
      {texts.length === 0 && (
        <li data-tone="success">
          <CircleCheck size={16} aria-hidden />
          <Trans>Diz como sair, sem link encurtado e sem variável faltando.</Trans>
        </li>
      )}
    </ul>
  );
}
