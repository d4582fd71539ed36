import { Trans, useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import type { QueueRef } from "../../src/contract/queues.ts";
import { Button } from "../ui/Button.tsx";
import { Chips } from "../ui/Chips.tsx";
import { Menu } from "../ui/Menu.tsx";
import css from "./ConnectionDialog.module.css";

interface QueuesFieldProps {
  queues: readonly QueueRef[];
  /** In the menu's order. */
  chosen: readonly QueueRef[];
  disabled: boolean;
  onChosen: (queueIds: number[]) => void;
}

/** The queues of a connection as chips, in the order in which the menu names them. */
export function QueuesField({ queues, chosen, disabled, onChosen }: QueuesFieldProps) {
  const { t } = useLingui();
  const ids = chosen.map(({ id }) => id);
  const left = queues.filter(({ id }) => !ids.includes(id));
  return (
    <fieldset className={css.queues} disabled={disabled}>
      <legend>
        <Trans>Filas</Trans>
      </legend>
      <div>
        {chosen.length > 0 && (
          <Chips
            label={t`Filas`}
            disabled={disabled}
            chips={chosen.map(({ id, name, color }, index) => ({
              id,
              name,
              text: chosen.length > 1 ? `${index + 1} ${name}` : name,
              hue: color,
            }))}
            onRemove={(id) => onChosen(ids.filter((one) => one !== id))}
          />
        )}
        {left.length > 0 && (
          <Menu
            label={t`Filas`}
            align="start"
            trigger={(props) => (
              <Button {...props} size="small" variant="secondary" icon={Plus}>
                <Trans>Incluir fila</Trans>
              </Button>
            )}
            entries={left.map(({ id, name }) => ({ label: name, onChoose: () => onChosen([...ids, id]) }))}
          />
        )}
      </div>
      <small>
        {chosen.length === 0 && queues.length === 0 && <Trans>Ainda não há filas: crie as primeiras em Filas.</Trans>}
        {chosen.length === 0 && queues.length > 0 && (
          <Trans>Sem fila, só administradores veem as conversas que chegam.</Trans>
        )}
        {chosen.length === 1 && <Trans>As conversas que chegam entram direto nesta fila.</Trans>}
        {chosen.length > 1 && <Trans>Quem escreve escolhe a fila num menu, nesta ordem.</Trans>}
      </small>
    </fieldset>
  );
}
