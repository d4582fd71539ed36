import { Trans } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { Checkbox } from "../../ui/Checkbox.tsx";
import css from "./Meta.module.css";

/** That people may answer for seven days (HUMAN_AGENT), which Meta allows an app on request. */
export function HumanAgent(props: Omit<ComponentProps<typeof Checkbox>, "children">) {
  return (
    <div className={css.choice}>
      <Checkbox {...props}>
        <Trans>Atendentes podem responder por 7 dias</Trans>
      </Checkbox>
      <small>
        <Trans>
          Marque só se a Meta liberou o recurso “Human Agent” para o aplicativo. Sem ele, as respostas depois de 24
          horas são recusadas.
        </Trans>
      </small>
    </div>
  );
}
