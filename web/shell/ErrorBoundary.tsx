import { Trans } from "@lingui/react/macro";
import { t } from "@lingui/core/macro";
import { RefreshCw, TriangleAlert, WifiOff } from "lucide-react";
import { Component, type ReactNode } from "react";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import css from "./Whole.module.css";

interface State {
  failure?: unknown;
}

/** Catches what a screen throws while drawing; going elsewhere or loading again gets out of it. */
export class ErrorBoundary extends Component<{ place: string; children: ReactNode }, State> {
  override state: State = {};

  static getDerivedStateFromError(failure: unknown): State {
    return { failure };
  }

  override componentDidUpdate(before: { place: string }): void {
    if (this.state.failure && before.place !== this.props.place) this.setState({ failure: undefined });
  }

  override render(): ReactNode {
    if (!this.state.failure) return this.props.children;
    const isMissing = isLeftOnTheWay(this.state.failure);
    return (
      <div className={css.whole} role="alert">
        <Empty
          icon={isMissing ? WifiOff : TriangleAlert}
          heading="h1"
          title={isMissing ? t`Esta tela não chegou` : t`Esta tela parou de funcionar`}
          text={isMissing
            ? t`Sem conexão com o servidor. Confira a internet e tente de novo.`
            : t`O que você enviou está salvo. Carregue de novo para continuar.`}
          action={
            <Button variant="primary" icon={RefreshCw} onClick={() => location.reload()}>
              <Trans>Carregar de novo</Trans>
            </Button>
          }
        />
      </div>
    );
  }
}

/** A screen's code is fetched when it is first opened; each browser has its own words for when that fails. */
function isLeftOnTheWay(failure: unknown): boolean {
  return failure instanceof TypeError && /dynamically imported module|Importing a module script/i.test(failure.message);
}
