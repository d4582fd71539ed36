import { Trans } from "@lingui/react/macro";
import type { Ability } from "./subscription.ts";
import css from "./Push.module.css";

/** What there is to be done before this device can be told. */
export function HowTo({ ability }: { ability: Exclude<Ability, "able"> }) {
  switch (ability) {
    case "install":
      return (
        <div className={css.why}>
          <p>
            <Trans>No iPhone e no iPad, instale primeiro:</Trans>
          </p>
          <ol>
            <li>
              <Trans>Toque em Compartilhar, na barra do navegador.</Trans>
            </li>
            <li>
              <Trans>Escolha “Adicionar à Tela de Início”.</Trans>
            </li>
            <li>
              <Trans>Abra pelo ícone novo, entre e volte aqui.</Trans>
            </li>
          </ol>
        </div>
      );
    case "blocked":
      return (
        <p className={css.why}>
          <Trans>
            O navegador bloqueia os avisos deste site. Toque no ícone ao lado do endereço, abra as permissões, libere
            “Notificações” e recarregue a página.
          </Trans>
        </p>
      );
    case "unable":
      return (
        <p className={css.why}>
          <Trans>Este navegador não recebe avisos com o sistema fechado, ou o endereço do sistema não é https.</Trans>
        </p>
      );
  }
}
