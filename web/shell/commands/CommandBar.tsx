import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Header, ListBoxSection } from "react-aria-components";
import { Avatar } from "../../ui/Avatar.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { Dot } from "../../ui/Dot.tsx";
import { Key } from "../../ui/Key.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { Picker, PickerField, PickerList, PickerOption } from "../../ui/Picker.tsx";
import { type Command, partsOf } from "./commands.ts";
import { useSections } from "./useSections.ts";
import css from "./CommandBar.module.css";

/** Leads by a few letters to a ticket, a contact, a page or an action (Ctrl or Cmd with K). */
export default function CommandBar({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const { sections, isAsking } = useSections(text);
  const choose = (key: string) => {
    const command = sections.flatMap((section) => section.commands).find((one) => one.key === key)!;
    // Closed first: the focus goes back to where it was, and from there to what the command opens.
    onClose();
    setTimeout(() => command.run());
  };
  return (
    <Modal label={t`Buscar ou ir para`} className={css.dialog} onClose={onClose}>
      <Picker text={text} onText={setText}>
        <PickerField
          label={t`Buscar atendimento, contato, página ou ação`}
          hasOptions={sections.length > 0}
          iconSize={20}
          className={css.input}
        >
          <EscapeButton onPress={onClose} />
        </PickerField>
        <PickerList label={t`Resultados`} rows={sections} onChoose={choose} className={css.list}>
          {({ key, title, commands }) => (
            <ListBoxSection id={`of-${key}`}>
              <Header className={css.title}>{title}</Header>
              {commands.map((command) => <CommandRow key={command.key} command={command} text={text} />)}
            </ListBoxSection>
          )}
        </PickerList>
      </Picker>
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

function CommandRow({ command, text }: { command: Command; text: string }) {
  const { icon: Icon, avatar, label, more, queue, shortcut, end } = command;
  return (
    <PickerOption id={command.key} name={label} className={css.row}>
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
    </PickerOption>
  );
}
