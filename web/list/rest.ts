/** How long (ms) a finger rests on a row until it selects it, and how far (px) it may stray meanwhile. */
const REST = 450;
const STRAY = 10;

/** What is asked of a touch, be it the browser's own or react's. */
interface Touched {
  touches: ArrayLike<{ clientX: number; clientY: number }>;
  target: EventTarget | null;
  preventDefault: () => void;
}

/** A finger that rests on a row selects it while it rests, so that one sees it and can lift it. */
export function aRest(rowAt: (target: EventTarget | null) => number | undefined, act: (id: number) => void) {
  let rest: { clock: ReturnType<typeof setTimeout>; x: number; y: number; isMeant: boolean } | null = null;
  const end = () => {
    clearTimeout(rest?.clock);
    rest = null;
  };
  return {
    onTouchStart({ touches, target }: Touched) {
      end();
      const id = rowAt(target), touch = touches[0]!;
      if (id === undefined || touches.length > 1) return;
      const clock = setTimeout(() => {
        rest!.isMeant = true;
        act(id);
      }, REST);
      rest = { clock, x: touch.clientX, y: touch.clientY, isMeant: false };
    },
    onTouchMove({ touches }: Touched) {
      const { clientX, clientY } = touches[0]!;
      if (rest && Math.hypot(clientX - rest.x, clientY - rest.y) > STRAY) end();
    },
    onTouchEnd(event: Touched) {
      // Otherwise the browser would press what lies below the finger, and let the row go again.
      if (rest?.isMeant) event.preventDefault();
      end();
    },
    onTouchCancel: end,
    /** The system's own menu would lie above the row. */
    onContextMenu(event: Pick<Touched, "preventDefault">) {
      if (rest) event.preventDefault();
    },
  };
}
