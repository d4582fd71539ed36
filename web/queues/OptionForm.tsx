import { Trans, useLingui } from "@lingui/react/macro";
import { Paperclip, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { FileTrigger, Pressable } from "react-aria-components";
import type { QueueRow } from "../../src/contract/queues.ts";
import type { EndAction, QueueOption } from "../../src/contract/queue_options.ts";
import type { UserRef } from "../../src/contract/users.ts";
import { Button } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { MessageArea } from "../ui/MessageArea.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import css from "./OptionTree.module.css";

interface OptionFormProps {
  option: QueueOption;
  hasChildren: boolean;
  queues: readonly QueueRow[];
  people: readonly UserRef[];
  onChange: (change: Partial<QueueOption>) => void;
  onFile: (file: File | null) => void;
  onDone: () => void;
}

/** What an option is called, says and ends in; kept with the queue. */
export function OptionForm({ option, hasChildren, queues, people, onChange, onFile, onDone }: OptionFormProps) {
  const { t } = useLingui();
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const actions: { value: EndAction; label: string }[] = [
    { value: "human", label: t`Passar a um atendente` },
    { value: "queue", label: t`Levar a outra fila` },
    { value: "user", label: t`Passar a alguém` },
    { value: "close", label: t`Encerrar` },
  ];
  return (
    <div
      ref={form}
      className={css.form}
      onKeyDown={(event) => {
        event.stopPropagation();
        const isDone = event.key === "Enter" && event.target instanceof HTMLInputElement;
        if (!isDone && event.key !== "Escape") return;
        event.preventDefault();
        onDone();
      }}
    >
      <div className={css.line}>
        <TextField
          label={t`Título`}
          hint={t`O que o cliente lê ao lado do número ${option.option}.`}
          maxLength={100}
          autoComplete="off"
          value={option.title}
          onText={(title) => onChange({ title })}
        />
        {hasChildren
          ? (
            <p className={css.aside}>
              <Trans>Depois da mensagem vêm as opções abaixo dela.</Trans>
            </p>
          )
          : (
            <Select
              label={t`Depois da mensagem`}
              options={actions}
              value={option.action}
              onText={(action) => onChange({ action: action as EndAction })}
            />
          )}
      </div>
      {!hasChildren && option.action === "queue" && (
        <Select
          label={t`Fila`}
          placeholder={t`Escolha a fila`}
          options={queues.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(option.toQueueId ?? "")}
          onText={(id) => onChange({ toQueueId: id ? Number(id) : null })}
        />
      )}
      {!hasChildren && option.action === "user" && (
        <Select
          label={t`Quem atende`}
          placeholder={t`Escolha a pessoa`}
          options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(option.toUserId ?? "")}
          onText={(id) => onChange({ toUserId: id ? Number(id) : null })}
        />
      )}
      <MessageArea
        label={t`Mensagem`}
        name="message"
        value={option.message}
        onText={(message) => onChange({ message })}
      />
      <div className={css.formFoot}>
        {option.file
          ? (
            <Chip icon={Paperclip} remove={{ label: t`Tirar ${option.file.name}`, onRemove: () => onFile(null) }}>
              {option.file.name}
            </Chip>
          )
          : (
            <FileTrigger onSelect={(files) => files?.[0] && onFile(files[0])}>
              <Pressable>
                <Button icon={Paperclip}>
                  <Trans>Anexar arquivo</Trans>
                </Button>
              </Pressable>
            </FileTrigger>
          )}
        <Button icon={X} onClick={onDone}>
          <Trans>Fechar</Trans>
        </Button>
      </div>
    </div>
  );
}
