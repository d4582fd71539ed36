import { Component, type ReactNode } from "react";

interface RowBoundaryProps {
  /** What is drawn; another one is tried anew. */
  of: unknown;
  /** What stands there instead when it cannot be drawn. */
  fallback: ReactNode;
  children: ReactNode;
}

/** One row that cannot be drawn is said to be such, and the others stay. */
export class RowBoundary extends Component<RowBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: RowBoundaryProps): void {
    if (this.state.hasFailed && before.of !== this.props.of) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
