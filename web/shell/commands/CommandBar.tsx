import { Trans, useLingui } from "@lingui/react/macro";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Avatar } from "../../ui/Avatar.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { Dot } from "../../ui/Dot.tsx";
import { Key } from "../../ui/Key.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { useOptions } from "../../ui/useOptions.ts";
import { type Command, partsOf } from "./commands.ts";
import { useSections } from "./useSections.ts";
import css from "./CommandBar.module.css";

/** Leads by a few letters to a ticket, a contact, a page or an action (Ctrl or Cmd with K). */
export default function CommandBar({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const { sections, isAsking } = useSections(text);
  const commands = sections.flatMap((section) => section.commands);
  const { reset, field, list, onKeyDown } = useOptions({
    count: commands.length,
    onChoose(index) {
      // Closed first: the focus goes back to where it was, and from there to what the command opens.
      onClose();
      setTimeout(() => commands[index]!.run());
    },
  });
  useEffect(() => {
    document.getElementById(`${list.id}-${list.active}`)?.scrollIntoView({ block: "nearest" });
  }, [list.id, list.active]);
  return (
    <Modal label={t`Buscar ou ir para`} className={css.dialog} onClose={onClose}>
      <div className={css.input}>
        <Search size={20} aria-hidden />
        <input
          {...field}
          aria-label={t`Buscar atendimento, contato, página ou ação`}
          placeholder={t`Buscar atendimento, contato, página ou ação`}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            reset();
          }}
          onKeyDown={onKeyDown}
        />
        <EscapeButton onPress={onClose} />
      </div>
      <div id={list.id} className={css.list} role="listbox" aria-label={t`Resultados`} tabIndex={-1}>
        {sections.map(({ key, title, commands: own }) => (
          <div key={key} role="group" aria-label={title}>
            <div role="presentation" className={css.title}>{title}</div>
            {own.map((command) => (
              <CommandRow
                key={command.key}
                command={command}
                text={text}
                list={list}
                index={commands.indexOf(command)}
              />
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="visually-hidden">
        {isAsking && <Trans>Buscando…</Trans>}
      </p>
      <KeysHint />
    </Modal>
  );
}

function EscapeButton({ onPress }: { onPress: () => void }) {
  return (
    <button type="button" className={css.escape} onClick={onPress}>
      <Key>Esc</Key>
      <span className="visually-hidden">
        <Trans>fechar</Trans>
      </span>
    </button>
  );
}

function KeysHint() {
  return (
    <footer className={css.foot}>
      <span>
        <Key>↑</Key>
        <Key>↓</Key>
        <Trans>escolher</Trans>
      </span>
      <span>
        <Key>Enter</Key>
        <Trans>abrir</Trans>
      </span>
      <span>
        <Key>?</Key>
        <Trans>todos os atalhos</Trans>
      </span>
    </footer>
  );
}

interface CommandRowProps {
  command: Command;
  text: string;
  list: ReturnType<typeof useOptions>["list"];
  index: number;
}

function CommandRow({ command, text, list, index }: CommandRowProps) {
  const { icon: Icon, avatar, label, more, queue, shortcut, end } = command;
  const isActive = index === list.active;
  return (
    <div
      id={`${list.id}-${index}`}
      role="option"
      aria-selected={isActive}
      className={css.row}
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={() => isActive || list.onPoint(index)}
      onClick={() => list.onChoose(index)}
    >
      {avatar && <Avatar {...avatar} size={24} />}
      {Icon && (
        <span className={css.icon}>
          <Icon size={16} aria-hidden />
        </span>
      )}
      <span className={css.name}>
        {partsOf(label, text).map((part, i) => part.isHit ? <mark key={i}>{part.text}</mark> : part.text)}
      </span>
      <span className={css.more}>{more}</span>
      {queue && (
        <Chip>
          <Dot hue={queue.color} />
          {queue.name}
        </Chip>
      )}
      {end && <span className={css.end}>{end}</span>}
      {shortcut && <Key>{shortcut}</Key>}
    </div>
  );
}
