import { Suspense } from "react";
import { MissingBoundary } from "./MissingBoundary.tsx";
import type { ModalProps } from "./ModalSurface.tsx";
import { OnItsWay } from "./OnItsWay.tsx";
import { lazy } from "./part.ts";

const ModalSurface = lazy(() => import("./overlays.ts").then((overlays) => ({ default: overlays.ModalSurface })));

/**
 * A surface above everything else, open as long as it is mounted: it holds the focus and gives it back. The focus is at
 * first on its first field, or on the one marked `data-begin`.
 */
export function Modal(props: ModalProps) {
  return (
    <MissingBoundary onClose={props.onClose}>
      <Suspense fallback={<OnItsWay />}>
        <ModalSurface {...props} />
      </Suspense>
    </MissingBoundary>
  );
}
