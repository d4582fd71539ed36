import { useLingui } from "@lingui/react/macro";
import { Braces } from "lucide-react";
import { useRef } from "react";
import { type Variable, VARIABLES } from "../../src/shared/variables.ts";
import { IconButton } from "./IconButton.tsx";
import { Menu } from "./Menu.tsx";
import { putInto } from "./putInto.ts";
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
  const { label, onText, readOnly } = props;
  const { t } = useLingui();
  const field = useRef<HTMLTextAreaElement>(null);
  const insert = (name: Variable) => {
    const area = field.current!;
    onText(putInto(area, `{{${name}}}`));
    area.focus();
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
