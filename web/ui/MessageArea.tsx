import { useLingui } from "@lingui/react/macro";
import { Braces } from "lucide-react";
import { useRef } from "react";
import { type Variable, VARIABLES } from "../../src/shared/variables.ts";
import { IconButton } from "./IconButton.tsx";
import { Menu } from "./Menu.tsx";
import { TextArea } from "./TextArea.tsx";
import css from "./MessageArea.module.css";

interface MessageAreaProps {
  label: string;
  hint?: string;
  error?: string;
  name: string;
  value: string;
  onText: (text: string) => void;
  rows?: number;
  readOnly?: boolean;
}

/** A text for customers, with the variables that it may name to choose from. */
export function MessageArea(props: MessageAreaProps) {
  const { label, value, onText, readOnly } = props;
  const { t } = useLingui();
  const field = useRef<HTMLTextAreaElement>(null);
  const insert = (name: Variable) => {
    const area = field.current!;
    const { selectionStart: from, selectionEnd: to } = area, word = `{{${name}}}`;
    onText(`${value.slice(0, from)}${word}${value.slice(to)}`);
    area.focus();
    // Only when the text is drawn is there a place behind the word.
    requestAnimationFrame(() => area.setSelectionRange(from + word.length, from + word.length));
  };
  return (
    <div className={css.area}>
      <TextArea {...props} ref={field} />
      {!readOnly && (
        <span className={css.variables}>
          <Menu
            label={t`Variáveis de ${label}`}
            trigger={(trigger) => (
              <IconButton {...trigger} label={t`Inserir variável em ${label}`} icon={Braces} size="small" />
            )}
            entries={VARIABLES.map((name) => ({ label: `{{${name}}}`, onChoose: () => insert(name) }))}
          />
        </span>
      )}
    </div>
  );
}
