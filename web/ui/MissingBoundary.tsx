import { Component, type ReactNode } from "react";
import { NotHere } from "../arrival.ts";
import { CallError } from "../request.ts";
import { askAnew } from "./part.ts";
import { showError } from "./showError.ts";

interface Props {
  onClose: () => void;
  children: ReactNode;
}

/**
 * Around what is called up over the page: where its code does not come, or what it shows is refused or lost on its way, that
 * is said, and the page stays.
 */
export class MissingBoundary extends Component<Props, { failure?: unknown }> {
  override state: { failure?: unknown } = {};

  static getDerivedStateFromError(failure: unknown): { failure: unknown } {
    return { failure };
  }

  override componentDidCatch(failure: unknown): void {
    if (!isMissing(failure)) return;
    showError(failure);
    askAnew();
    this.props.onClose();
    this.setState({ failure: undefined });
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    // What went wrong in another way is for whoever is around this.
    if (!isMissing(failure)) throw failure;
    return null;
  }
}

function isMissing(failure: unknown): boolean {
  return failure instanceof NotHere || failure instanceof CallError;
}
