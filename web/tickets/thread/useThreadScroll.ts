import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { VirtualizerHandle } from "virtua";
import { goToEnd, readOn } from "../conversation.ts";
import { type Conversation, isOpen } from "../conversations.ts";
import { noteEndInView } from "../seen.ts";
import { type Row, rowsAbove } from "../timeline.ts";

/** More is asked for this close to an end (px), once the scrolling has paused (ms, spec 1 §9). */
const NEAR_END = 50;
const PAUSE = 500;
/** Who is this close to the end (px) reads along, so what comes in keeps it in sight. */
const AT_END = 48;
/** From here on (px) a button leads back to the end. */
const FAR = 240;
/** The day at the upper edge is told while scrolling and this long (ms) after. */
const STILL_AFTER = 1200;
/** The list needs so long (ms) to get to the end, while it measures what came in; more may come in meanwhile. */
const ARRIVES_WITHIN = 500;
/** What a person did so long ago (ms) is what scrolls now. */
const HAND_FOR = 500;
const BY_HAND = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
const UPWARDS: ReadonlySet<string> = new Set(["ArrowUp", "PageUp", "Home"]);
/** Room below the last message. */
const FOOT = 12;

interface ThreadScroll {
  list: RefObject<VirtualizerHandle | null>;
  /** Rows were put above: the place is kept from below. */
  isShift: boolean;
  isFar: boolean;
  /** The thread is being scrolled, or was a moment ago. */
  isMoving: boolean;
  /** The day at the upper edge, while its own line is out of sight. */
  dayAbove: string | null;
  /** The key of the row that somebody has just jumped to. */
  sought: string | null;
  onScroll: (offset: number) => void;
  onResize: () => void;
}

/** Where the thread is scrolled: it lands on what is new, keeps to the end, keeps its place, and goes where it is told. */
export function useThreadScroll(rows: readonly Row[], conversation: Conversation): ThreadScroll {
  const list = useRef<VirtualizerHandle>(null);
  const before = useRef(rows);
  const isAtEnd = useRef(false);
  const followedAt = useRef(-Infinity);
  const movedAt = useRef(-Infinity);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stillness = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isMoving, setMoving] = useState(false);
  const [isFar, setFar] = useState(false);
  const [dayAbove, setDayAbove] = useState<string | null>(null);
  const [sought, setSought] = useState<string | null>(null);
  const isShift = rows !== before.current && rowsAbove(before.current, rows) > 0;
  const goal = conversation.goal;
  const hasNewer = conversation.thread?.hasNewer ?? false;

  const { uuid } = conversation;
  const noteEnd = (isEnd: boolean) => {
    isAtEnd.current = isEnd;
    // Who only peeks has seen nothing.
    if (isOpen(uuid)) noteEndInView(isEnd);
  };
  const toEnd = () => list.current?.scrollToIndex(rows.length - 1, { align: "end", offset: FOOT });
  const keepToEnd = () => {
    followedAt.current = performance.now();
    toEnd();
  };
  /** Messages may come in faster than the list gets to their end; only who scrolls by hand leaves it. */
  const isOnTheWay = () => {
    const now = performance.now();
    return now - followedAt.current < ARRIVES_WITHIN && now - movedAt.current > HAND_FOR;
  };
  const look = () => {
    const { scrollOffset, viewportSize, scrollSize } = list.current!;
    const left = scrollSize - viewportSize - scrollOffset;
    const isEnd = left < AT_END && !hasNewer;
    if (isAtEnd.current && !isEnd && !hasNewer && isOnTheWay()) {
      toEnd();
      return left;
    }
    if (isEnd !== isAtEnd.current) noteEnd(isEnd);
    setFar(left > FAR || hasNewer);
    setDayAbove(dayAt(rows, list.current!.findItemIndex(scrollOffset + 1)));
    return left;
  };
  const goTo = (to: number | "end") => {
    if (to === "end") return toEnd();
    const index = rows.findIndex((row) => row.type === "message" && row.message.id === to);
    if (index === -1) return;
    followedAt.current = -Infinity;
    list.current?.scrollToIndex(index, { align: "center" });
    setSought(rows[index]!.key);
  };
  const land = useEffectEvent(() => {
    const unread = rows.findIndex((row) => row.type === "unread");
    if (goal) goTo(goal.to);
    else if (unread !== -1) list.current?.scrollToIndex(unread, { align: "start", offset: -FOOT });
    else toEnd();
    // The end is in view when what was landed on leaves nothing below.
    requestAnimationFrame(() => list.current && look());
  });
  const follow = useEffectEvent(() => goal && goTo(goal.to));

  const landed = useRef(false);
  useLayoutEffect(() => {
    land();
    landed.current = true;
    return () => {
      clearTimeout(pause.current);
      clearTimeout(stillness.current);
      noteEnd(false);
    };
  }, []);
  useEffect(() => {
    if (landed.current) follow();
  }, [goal]);
  useLayoutEffect(() => {
    const was = before.current.at(-1)?.key;
    const last = rows.at(-1);
    before.current = rows;
    if (!landed.current || last === undefined || last.key === was) return;
    const isOwn = last.type === "message" && last.outgoing !== null;
    if (isOwn && hasNewer) void goToEnd(uuid);
    else if (isOwn || isAtEnd.current) keepToEnd();
  }, [rows]);
  useEffect(() => {
    const note = (event: Event) => {
      // Who types an answer reads along.
      if (event instanceof KeyboardEvent && !UPWARDS.has(event.key)) return;
      movedAt.current = performance.now();
    };
    for (const name of BY_HAND) addEventListener(name, note, { capture: true, passive: true });
    return () => BY_HAND.forEach((name) => removeEventListener(name, note, { capture: true }));
  }, []);
  useEffect(() => {
    if (!sought) return;
    const clock = setTimeout(() => setSought(null), 2000);
    return () => clearTimeout(clock);
  }, [sought]);

  return {
    list,
    isShift,
    isFar,
    isMoving,
    dayAbove,
    sought,
    onScroll(offset) {
      const left = look();
      setMoving(true);
      clearTimeout(stillness.current);
      stillness.current = setTimeout(() => setMoving(false), STILL_AFTER);
      clearTimeout(pause.current);
      const end = offset < NEAR_END ? "older" : left < NEAR_END && hasNewer ? "newer" : null;
      if (end) pause.current = setTimeout(() => void readOn(end, uuid), PAUSE);
    },
    onResize() {
      // Who was at the end stays there; for others it may have come into sight without a scroll.
      if (isAtEnd.current) keepToEnd();
      else look();
    },
  };
}

/** The day of the row at the upper edge, unless that is the day's own line. */
function dayAt(rows: readonly Row[], index: number): string | null {
  if (rows[index]?.type === "day") return null;
  for (let i = index; i >= 0; i--) {
    const row = rows[i];
    if (row?.type === "day") return row.day;
  }
  return null;
}
