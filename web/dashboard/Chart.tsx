import { useAtomValue } from "jotai";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import uPlot from "uplot";
import { themeAtom } from "../ui/theme.ts";
import { coloursOf, plotOptions } from "./plot.ts";
import css from "./Chart.module.css";
import "uplot/dist/uPlot.min.css";

export interface ChartProps {
  kind: "bars" | "lines";
  /** What a screen reader says instead of it. */
  summary: string;
  height: number;
  labels: readonly string[];
  /** The first is drawn strong; the second, what it is held against, faint; a third, green. */
  series: readonly (readonly number[])[];
  /** Named along the vertical axis. */
  axis?: string;
  /** What a pointer over a place is told. */
  tip?: (nth: number) => string;
  /** The place that the pointer is over; undefined when it has left. */
  onAt?: (nth: number | undefined) => void;
  onPress?: (nth: number) => void;
}

/** A chart as wide as its place, in the colours of the theme. Keys and screen readers have the table beside it. */
export default function Chart(props: ChartProps) {
  const { kind, summary, height, labels, series, axis, tip } = props;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const [at, setAt] = useState<{ nth: number; left: number }>();
  const theme = useTheme();
  const moved = useEffectEvent((nth: number | undefined, left: number) => {
    setAt(nth === undefined ? undefined : { nth, left });
    props.onAt?.(nth);
  });
  const pressed = useEffectEvent((nth: number) => props.onPress?.(nth));
  const data = JSON.stringify([labels, series]);

  useEffect(() => {
    const element = box.current!;
    const [labels, series] = JSON.parse(data) as [string[], number[][]];
    const options = plotOptions({
      kind,
      labels,
      series,
      axis,
      height,
      width: element.clientWidth,
      colours: coloursOf(element),
      onAt: (nth, left) => moved(nth, left),
    });
    const drawn = new uPlot(options, [labels.map((_, nth) => nth), ...series], element);
    plot.current = drawn;
    const press = () => {
      const { idx } = drawn.cursor;
      if (typeof idx === "number") pressed(idx);
    };
    drawn.over.addEventListener("click", press);
    const fit = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height }));
    fit.observe(element);
    return () => {
      fit.disconnect();
      drawn.destroy();
    };
  }, [data, kind, axis, height, theme]);

  return (
    <div className={css.chart}>
      <div ref={box} role="img" aria-label={summary} style={{ blockSize: height }} />
      {tip && at && (
        <span
          className={css.tip}
          style={{ insetInlineStart: `clamp(80px, ${at.left}px, calc(100% - 80px))` }}
          aria-hidden
        >
          {tip(at.nth)}
        </span>
      )}
    </div>
  );
}

/** Changes whenever the colours do: by the person's choice, or with the device. */
function useTheme(): string {
  const chosen = useAtomValue(themeAtom);
  const [isDark, setDark] = useState(() => matchMedia("(prefers-color-scheme: dark)").matches);
  useEffect(() => {
    const query = matchMedia("(prefers-color-scheme: dark)");
    const changed = () => setDark(query.matches);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, []);
  return `${chosen} ${isDark}`;
}
