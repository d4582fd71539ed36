import type { ComponentType } from "react";
import { MissingBoundary } from "./MissingBoundary.tsx";
import { lazy, type Loaded } from "./part.ts";

interface Closing {
  onClose: () => void;
}

/** A dialog that comes when it is called up. Where its code does not come, that is said, it is closed, and the page stays. */
export function lazyDialog<Props extends object>(load: () => Promise<Loaded<Props>>): ComponentType<Props & Closing> {
  const Dialog = lazy(load);
  return (props) => (
    <MissingBoundary onClose={props.onClose}>
      <Dialog {...props} />
    </MissingBoundary>
  );
}
