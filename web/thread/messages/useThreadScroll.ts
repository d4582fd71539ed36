import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { OpenedTicket } from "../opened.ts";
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
/** Room below the last message. */
const FOOT = 12;
/** How high (px) a line is until it is drawn; what is closest to the truth jumps least. */
const ESTIMATES: Record<Row["type"], number> = {
  above: 44,
  begin: 32,
  day: 40,
  move: 32,
  unread: 36,
  message: 56,
  typing: 40,
};

/** What a thread does about where it is scrolled. */
export interface Reading {
  /** Reads on at an end. */
  readOn(end: "older" | "newer"): void;
  /** Scrolls to the newest message, reading it first when the thread stands at an old one. */
  goToEnd(): void;
  /** More is asked for this close (px) to the top, where the specification says otherwise than for tickets. */
  reach?: number;
  /** Whether the end of the thread is on the screen now. */
  noteEnd(inView: boolean): void;
}

interface ThreadScroll {
  scroll: RefObject<HTMLDivElement | null>;
  virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  isFar: boolean;
  /** The thread is being scrolled, or was a moment ago. */
  isMoving: boolean;
  /** The day at the upper edge, while its own line is out of sight. */
  dayAbove: string | null;
  /** The key of the row that somebody has just jumped to. */
  sought: string | null;
  onScroll: () => void;
}

/** What the parts of it have in common. */
interface Drawn {
  scroll: RefObject<HTMLDivElement | null>;
  rows: readonly Row[];
  virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  hasNewer: boolean;
  reading: Reading;
}

/** Where the thread is scrolled: it lands on what is new, keeps to the end, keeps its place, and goes where it is told. */
export function useThreadScroll(
  rows: readonly Row[],
  { thread, goal }: Pick<OpenedTicket, "thread" | "goal">,
  reading: Reading,
): ThreadScroll {
  const scroll = useRef<HTMLDivElement>(null);
  const hasNewer = thread?.hasNewer ?? false;
  const virtualizer = useRowsInView(scroll, rows, hasNewer);
  const drawn = { scroll, rows, virtualizer, hasNewer, reading };
  const { look, isFar, dayAbove, ...place } = useReadingPlace(drawn);
  const sought = useJumps(drawn, goal, look);
  useKeptPlace(drawn, { ...place, look });
  return { scroll, virtualizer, isFar, dayAbove, sought, ...useMotion(drawn, look) };
}

function useRowsInView(scroll: Drawn["scroll"], rows: readonly Row[], hasNewer: boolean): Drawn["virtualizer"] {
  return useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroll.current,
    getItemKey: useCallback((index: number) => rows[index]!.key, [rows]),
    estimateSize: (index) => ESTIMATES[rows[index]!.type],
    overscan: 8,
    paddingEnd: FOOT,
    scrollPaddingStart: FOOT,
    // Older messages put above, and lines that turn out higher, leave what is being read where it is.
    anchorTo: "end",
    followOnAppend: !hasNewer,
    scrollEndThreshold: AT_END,
  });
}

/** What is being read, and whether that is the end. */
function useReadingPlace({ scroll, rows, virtualizer, hasNewer, reading }: Drawn) {
  const isAtEnd = useRef(false);
  /** The uppermost message in view, and how far (px) below the upper edge it begins. */
  const read = useRef({ key: "", top: 0 });
  const [isFar, setFar] = useState(false);
  const [dayAbove, setDayAbove] = useState<string | null>(null);
  const noteEnd = (isEnd: boolean) => {
    isAtEnd.current = isEnd;
    reading.noteEnd(isEnd);
  };
  /** Looks where the thread stands now. */
  const look = () => {
    const { scrollTop, scrollHeight, clientHeight } = scroll.current!;
    const left = scrollHeight - clientHeight - scrollTop;
    const isEnd = left < AT_END && !hasNewer;
    if (isEnd !== isAtEnd.current) noteEnd(isEnd);
    setFar(left > FAR || hasNewer);
    const first = virtualizer.getVirtualItemForOffset(scrollTop + 1)?.index ?? 0;
    setDayAbove(dayAt(rows, first));
    let message = first;
    while (message < rows.length && rows[message]!.type !== "message") message++;
    if (message < rows.length) {
      read.current = { key: rows[message]!.key, top: virtualizer.measurementsCache[message]!.start - scrollTop };
    }
  };
  const holdPlace = () => {
    const { key, top } = read.current;
    const at = virtualizer.measurementsCache[rows.findIndex((row) => row.key === key)];
    if (at) virtualizer.scrollToOffset(at.start - top);
  };
  useLayoutEffect(() => () => noteEnd(false), []);
  return { look, holdPlace, isAtEnd, isFar, dayAbove };
}

/** Lands where the thread is to begin, and goes where it is told; returns the key of the row jumped to, for a moment. */
function useJumps(
  { scroll, rows, virtualizer }: Drawn,
  goal: OpenedTicket["goal"],
  look: () => void,
): string | null {
  const [sought, setSought] = useState<string | null>(null);
  const goTo = (to: number | "end") => {
    if (to === "end") return virtualizer.scrollToEnd();
    const index = rows.findIndex((row) => row.type === "message" && row.message.id === to);
    if (index === -1) return;
    virtualizer.scrollToIndex(index, { align: "center" });
    setSought(rows[index]!.key);
  };
  const land = useEffectEvent(() => {
    const unread = rows.findIndex((row) => row.type === "unread");
    if (goal) goTo(goal.to);
    else if (unread !== -1) virtualizer.scrollToIndex(unread, { align: "start" });
    else virtualizer.scrollToEnd();
    // The end is in view when what was landed on leaves nothing below.
    requestAnimationFrame(() => scroll.current && look());
  });
  const follow = useEffectEvent(() => goal && goTo(goal.to));
  useLayoutEffect(() => land(), []);
  useEffect(() => void follow(), [goal]);
  useEffect(() => {
    if (!sought) return;
    const clock = setTimeout(() => setSought(null), 2000);
    return () => clearTimeout(clock);
  }, [sought]);
  return sought;
}

/** Whatever is put above or below, and however high it turns out: what is being read stays where it is. */
function useKeptPlace(
  { scroll, rows, virtualizer, hasNewer, reading }: Drawn,
  { look, holdPlace, isAtEnd }: { look: () => void; holdPlace: () => void; isAtEnd: RefObject<boolean> },
): void {
  const before = useRef(rows);
  useLayoutEffect(() => {
    const was = before.current.at(-1)?.key;
    const last = rows.at(-1);
    const isShift = rowsAbove(before.current, rows) > 0;
    before.current = rows;
    // The day's line goes up with what was put above, and the virtualizer would go with it.
    if (isShift && !isAtEnd.current) holdPlace();
    if (last === undefined || last.key === was) return;
    const isOwn = last.type === "message" && last.unsent !== null;
    if (isOwn && hasNewer) reading.goToEnd();
    else if (isOwn) virtualizer.scrollToEnd();
  }, [rows]);
  const keep = useEffectEvent(() => {
    // Being taken away is the last change of its size.
    if (!scroll.current) return;
    // Who was at the end stays there; for others it may have come into sight without a scroll.
    if (isAtEnd.current) virtualizer.scrollToEnd();
    else look();
  });
  useEffect(() => {
    // The room changes when the composer grows, the lines when a picture comes.
    const watch = new ResizeObserver(() => keep());
    watch.observe(scroll.current!);
    watch.observe(scroll.current!.querySelector("ol")!);
    return () => watch.disconnect();
  }, []);
}

/** What scrolling does: it shows that it goes on, and reads further once it has paused at an end. */
function useMotion(
  { scroll, rows, hasNewer, reading }: Drawn,
  look: () => void,
): Pick<ThreadScroll, "isMoving" | "onScroll"> {
  const [isMoving, setMoving] = useState(false);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stillness = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => {
    clearTimeout(pause.current);
    clearTimeout(stillness.current);
  }, []);
  const readOnAtEnd = () => {
    const { scrollTop, scrollHeight, clientHeight } = scroll.current!;
    const isTop = scrollTop < (reading.reach ?? NEAR_END);
    const end = isTop ? "older" : scrollHeight - clientHeight - scrollTop < NEAR_END && hasNewer ? "newer" : null;
    clearTimeout(pause.current);
    if (end) pause.current = setTimeout(() => reading.readOn(end), PAUSE);
  };
  // Above a ticket's first message is another ticket, which is asked for by scrolling alone.
  const landed = useEffectEvent(() => scroll.current && reading.reach !== undefined && readOnAtEnd());
  // Who lands within reach of the top, or stands there already, has nothing to scroll that would ask for more.
  useEffect(() => {
    const frame = requestAnimationFrame(() => landed());
    return () => cancelAnimationFrame(frame);
  }, [rows]);
  return {
    isMoving,
    onScroll() {
      look();
      readOnAtEnd();
      setMoving(true);
      clearTimeout(stillness.current);
      stillness.current = setTimeout(() => setMoving(false), STILL_AFTER);
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
