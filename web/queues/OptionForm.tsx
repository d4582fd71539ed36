import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useContext, useEffect, useRef } from "react";
import { TreeStateContext } from "react-aria-components";
import type { QueueRow } from "../../src/contract/queues.ts";
import type { QueueOption } from "../../src/contract/queue_options.ts";
import type { Webhook } from "../../src/contract/webhooks.ts";
import type { UserRef } from "../../src/contract/users.ts";
import { Button } from "../ui/Button.tsx";
import { MessageArea } from "../ui/MessageArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { APART } from "./apart.ts";
import { EndField, EndTarget } from "./EndField.tsx";
import { OptionFile } from "./OptionFile.tsx";
import css from "./OptionTree.module.css";

interface OptionFormProps {
  option: QueueOption;
  hasChildren: boolean;
  queues: readonly QueueRow[];
  people: readonly UserRef[];
  webhooks: readonly Webhook[];
  onChange: (change: Partial<QueueOption>) => void;
  onFile: (file: File | null) => void;
  onDone: () => void;
}

/** What an option is called, says and ends in; kept with the queue. */
export function OptionForm({ option, hasChildren, onChange, onFile, onDone, ...targets }: OptionFormProps) {
  const { t } = useLingui();
  const { form, onFocus } = useOpened(option.id);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const isDone = event.key === "Enter" && event.target instanceof HTMLInputElement;
    if (!isDone && event.key !== "Escape") return;
    event.preventDefault();
    onDone();
  };
  return (
    <div ref={form} className={css.form} {...APART} onKeyDown={onKeyDown} onFocus={onFocus}>
      <div className={css.line}>
        <TextField
          label={t`Título`}
          hint={t`O que o cliente lê ao lado do número ${option.option}.`}
          maxLength={100}
          autoComplete="off"
          value={option.title}
          onText={(title) => onChange({ title })}
        />
        <EndField option={option} hasChildren={hasChildren} onChange={onChange} />
      </div>
      {!hasChildren && <EndTarget option={option} {...targets} onChange={onChange} />}
      <MessageArea
        label={t`Mensagem`}
        name="message"
        value={option.message}
        onText={(message) => onChange({ message })}
      />
      <div className={css.formFoot}>
        <OptionFile file={option.file} onFile={onFile} />
        <Button icon={X} onClick={onDone}>
          <Trans>Fechar</Trans>
        </Button>
      </div>
    </div>
  );
}

/** Begins in the first field, and makes the row of an open option the one that Tab comes to. */
function useOpened(id: number): { form: RefObject<HTMLDivElement | null>; onFocus: () => void } {
  const form = useRef<HTMLDivElement>(null);
  const rows = useContext(TreeStateContext)!.selectionManager;
  useEffect(() => {
    rows.setFocusedKey(id);
    form.current!.querySelector("input")?.focus();
  }, []);
  useEffect(() => stayPut(form.current!, form.current!.closest<HTMLElement>("[data-option]")!), []);
  // Else the tree would lead a focus that comes from elsewhere to the row where it was last.
  return { form, onFocus: () => rows.setFocusedKey(id) };
}

/** A pointer in the fields marks text instead of taking the row along. */
function stayPut(fields: HTMLElement, row: HTMLElement): () => void {
  const until = new AbortController();
  fields.addEventListener("pointerenter", () => row.draggable = false, { signal: until.signal });
  fields.addEventListener("pointerleave", () => row.draggable = true, { signal: until.signal });
  return () => {
    until.abort();
    row.draggable = true;
  };
}
