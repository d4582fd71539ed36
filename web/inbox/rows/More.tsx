import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import css from "./TicketGroup.module.css";

/** The next page is asked for this many pixels before the end (spec 1 §9). */
const AHEAD = 100;

/** Stands at the end of rows and asks for more when it comes near the screen. */
export function More({ scroll, onNear }: { scroll: RefObject<HTMLElement | null>; onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near(), {
      root: scroll.current,
      rootMargin: `0px 0px ${AHEAD}px`,
    });
    observer.observe(mark.current!);
    return () => observer.disconnect();
  }, [scroll]);
  return <div ref={mark} className={css.more} />;
}
