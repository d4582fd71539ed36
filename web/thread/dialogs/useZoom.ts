import { type CSSProperties, type PointerEvent, useState, type WheelEvent } from "react";

const MOST = 5, STEP = 1.5;

interface Zoom {
  scale: number;
  /** How far the picture was moved from the middle (px). */
  x: number;
  y: number;
}

const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };

/** A picture that can be looked at more closely: by wheel, double press and keys; enlarged, it is dragged about. */
export function useZoom() {
  const [zoom, setZoom] = useState(WHOLE);
  const isEnlarged = zoom.scale > 1;
  const by = (factor: number) => setZoom((now) => zoomed(now, factor));
  return {
    isEnlarged,
    isClosest: zoom.scale >= MOST,
    closer: () => by(STEP),
    farther: () => by(1 / STEP),
    whole: () => setZoom(WHOLE),
    /** For the picture. */
    handlers: {
      style: { transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` } satisfies CSSProperties,
      onDoubleClick: () => setZoom(isEnlarged ? WHOLE : zoomed(WHOLE, 2.5)),
      onWheel: ({ deltaY }: WheelEvent) => by(deltaY < 0 ? 1.15 : 1 / 1.15),
      onPointerDown(event: PointerEvent) {
        if (!isEnlarged || event.pointerType === "touch") return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event: PointerEvent) {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const { movementX, movementY } = event;
        setZoom((now) => ({ ...now, x: now.x + movementX, y: now.y + movementY }));
      },
    },
  };
}

/** Closer or farther; whole again, the picture stands in the middle. */
export function zoomed({ scale, x, y }: Zoom, factor: number): Zoom {
  const next = Math.min(MOST, Math.max(1, scale * factor));
  const share = next / scale;
  return next === 1 ? WHOLE : { scale: next, x: x * share, y: y * share };
}
