import { Trans } from "@lingui/react/macro";
import { t } from "@lingui/core/macro";
import { getDefaultStore } from "jotai";
import { RefreshCw, TriangleAlert, WifiOff } from "lucide-react";
import { Component, type ReactNode } from "react";
import { Gone, NotHere } from "../arrival.ts";
import { connectionAtom, onReturn } from "../live.ts";
import { CallError } from "../request.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { askAnew } from "../ui/part.ts";
import { errorText } from "../ui/showError.ts";
import css from "./Whole.module.css";

interface State {
  failure?: unknown;
}

/** So long (ms) after a screen did not come it is asked for again, if the way to the server is there; then twice as long. */
const AGAIN = 5000, LONGEST = 80_000;

/**
 * Catches what a screen throws while drawing; going elsewhere or loading again gets out of it. What has not come comes by
 * itself when the line is back.
 */
export class ErrorBoundary extends Component<{ place: string; children: ReactNode }, State> {
  override state: State = {};
  #stop = () => {};
  #clock: ReturnType<typeof setTimeout> | undefined;
  #pause = AGAIN;

  static getDerivedStateFromError(failure: unknown): State {
    return { failure };
  }

  override componentDidMount(): void {
    const again = () => isOnItsWay(this.state.failure) && this.#tryAgain();
    const stop = onReturn(again);
    addEventListener("online", again);
    this.#stop = () => {
      stop();
      removeEventListener("online", again);
    };
  }

  override componentDidCatch(failure: unknown): void {
    if (isOnItsWay(failure)) this.#askLater();
  }

  override componentWillUnmount(): void {
    this.#stop();
    clearTimeout(this.#clock);
  }

  override componentDidUpdate(before: { place: string }): void {
    if (before.place === this.props.place) return;
    this.#pause = AGAIN;
    if (this.state.failure) this.#tryAgain();
  }

  /** What was asked for before the line came back may fail after that, and then nothing tells of it any more. */
  #askLater(): void {
    clearTimeout(this.#clock);
    this.#clock = setTimeout(() => {
      if (getDefaultStore().get(connectionAtom) !== "online") return this.#askLater();
      this.#pause = Math.min(this.#pause * 2, LONGEST);
      this.#tryAgain();
    }, this.#pause);
  }

  #tryAgain = (): void => {
    clearTimeout(this.#clock);
    askAnew();
    this.setState({ failure: undefined });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    // What is not here can be asked for again in this page; a script that failed on its way cannot (arrival.ts).
    const mayCome = failure instanceof NotHere || failure instanceof CallError;
    const isMissing = mayCome || isLeftOnTheWay(failure);
    return (
      <div className={css.whole} role="alert">
        <Empty
          icon={isMissing ? WifiOff : TriangleAlert}
          heading="h1"
          title={isMissing ? t`Esta tela não chegou` : t`Esta tela parou de funcionar`}
          text={isMissing ? missingText(failure) : t`O que você enviou está salvo. Carregue de novo para continuar.`}
          action={
            <Button
              variant="primary"
              icon={RefreshCw}
              onClick={mayCome ? this.#tryAgain : () => location.reload()}
            >
              {mayCome ? <Trans>Tentar de novo</Trans> : <Trans>Carregar de novo</Trans>}
            </Button>
          }
        />
      </div>
    );
  }
}

/** Whether it comes without anybody doing something: not what was refused to this person. */
function isOnItsWay(failure: unknown): boolean {
  return failure instanceof NotHere ||
    failure instanceof CallError && (failure.status === 0 || failure.status === 429 || failure.status >= 500);
}

/** Why it is not here, in the person's words. */
function missingText(failure: unknown): string {
  const isRefused = failure instanceof CallError && failure.status > 0;
  return isRefused ? errorText(failure) : t`Sem conexão com o servidor. Confira a internet e tente de novo.`;
}

/** Each browser has its own words for a script that cannot be had. */
function isLeftOnTheWay(failure: unknown): boolean {
  return failure instanceof Gone ||
    failure instanceof TypeError && /dynamically imported module|Importing a module script/i.test(failure.message);
}
