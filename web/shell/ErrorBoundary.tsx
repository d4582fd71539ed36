import { Trans } from "@lingui/react/macro";
import { t } from "@lingui/core/macro";
import { RefreshCw, TriangleAlert } from "lucide-react";
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
    return (
      <div className={css.whole} role="alert">
        <Empty
          icon={TriangleAlert}
          heading="h1"
          title={t`Esta tela parou de funcionar`}
          text={t`O que você enviou está salvo. Carregue de novo para continuar.`}
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
