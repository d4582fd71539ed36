import uPlot from "uplot";
import { dateLocale } from "../ui/dates.ts";

interface Colours {
  line: string;
  axisLine: string;
  text: string;
  strong: string;
  fill: string;
  rest: string;
  area: string;
  faint: string;
  third: string;
  surface: string;
}

const TOKENS: Record<keyof Colours, string> = {
  line: "--line",
  axisLine: "--line-strong",
  text: "--text-subtle",
  strong: "--accent",
  fill: "--accent-fill",
  rest: "--chart-rest",
  area: "--selected",
  faint: "--idle",
  third: "--success-mark",
  surface: "--surface",
};

/** The theme's colours as a canvas understands them; a custom property alone would say `light-dark(…)`. */
export function coloursOf(element: HTMLElement): Colours {
  const colours = Object.entries(TOKENS).map(([name, token]) => {
    // One each: where motion is reduced everything has a transition, and the same one would keep its first colour.
    const probe = element.appendChild(document.createElement("span"));
    probe.style.color = `var(${token})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return [name, color];
  });
  return Object.fromEntries(colours) as Colours;
}

interface Plot {
  kind: "bars" | "lines";
  labels: readonly string[];
  series: readonly (readonly number[])[];
  axis?: string;
  width: number;
  height: number;
  colours: Colours;
  onAt: (nth: number | undefined, left: number) => void;
}

const FONT = "11px Inter Variable, system-ui, sans-serif";

/** How the two charts of the dashboard are drawn. */
export function plotOptions({ kind, labels, series, axis, width, height, colours, onAt }: Plot): uPlot.Options {
  const isBars = kind === "bars";
  const most = Math.max(4, ...series.flat());
  let over = -1;
  return {
    width,
    height,
    padding: [10, 18, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      x: !isBars,
      drag: { x: false, y: false },
      points: { show: !isBars, size: 8, width: 2, stroke: colours.strong, fill: colours.surface },
    },
    scales: {
      x: { time: false, range: isBars ? [-0.6, labels.length - 0.4] : [0, Math.max(labels.length - 1, 1)] },
      y: { range: [0, most * 1.1] },
    },
    axes: axesOf({ labels, isBars, isLarge: most >= 10_000, axis, colours }),
    series: [
      {},
      ...series.map((_, nth) =>
        seriesOf(nth, { kind, colours, over: () => over, isOneDay: labels.length === 1, isPair: series.length === 2 })
      ),
    ],
    hooks: {
      setCursor: [(plot) => {
        const now = plot.cursor.idx ?? -1;
        if (now === over || (plot.cursor.left ?? -1) < 0 && over === -1) return;
        over = (plot.cursor.left ?? -1) < 0 ? -1 : now;
        if (isBars) plot.redraw(false);
        onAt(over < 0 ? undefined : over, plot.valToPos(over, "x") + plot.over.offsetLeft);
      }],
    },
  };
}

interface Axes extends Pick<Plot, "labels" | "axis" | "colours"> {
  isBars: boolean;
  /** Its numbers have no room as they are. */
  isLarge: boolean;
}

function axesOf({ labels, isBars, isLarge, axis, colours }: Axes): uPlot.Axis[] {
  const ticks = { show: false }, font = FONT, stroke = colours.text;
  return [
    {
      font,
      stroke,
      ticks,
      size: 28,
      gap: 6,
      grid: { show: !isBars, stroke: colours.line, width: 1 },
      border: { show: true, stroke: colours.axisLine, width: 1 },
      splits: (plot) => xSplits(plot, labels, isBars),
      values: (_, splits) => splits.map((nth) => labels[nth] ?? ""),
    },
    {
      font,
      stroke,
      ticks,
      size: isLarge ? 46 : 34,
      gap: 6,
      label: axis,
      labelFont: FONT,
      labelSize: axis ? 18 : 0,
      labelGap: 0,
      grid: { stroke: colours.line, width: 1 },
      incrs: [
        1,
        2,
        5,
        10,
        20,
        25,
        50,
        100,
        200,
        250,
        500,
        1000,
        2000,
        5000,
        10_000,
        20_000,
        50_000,
        100_000,
        200_000,
        500_000,
        1_000_000,
      ],
      space: 36,
      values: (_, splits) => splits.map((value) => isLarge ? shortNumber(value) : String(value)),
    },
  ];
}

/** `12 mil`. */
function shortNumber(value: number): string {
  return value.toLocaleString(dateLocale(), { notation: "compact" });
}

/** As many labels as have room; of the hours every second, so that 00:00 is the last of them. */
function xSplits(plot: uPlot, labels: readonly string[], isBars: boolean): number[] {
  const room = Math.max(1, Math.floor(plot.over.clientWidth / 52));
  const step = Math.max(1, Math.ceil(labels.length / room));
  const offset = isBars ? (labels.length - 1) % step : 0;
  return labels.map((_, nth) => nth).filter((nth) => nth >= offset && (nth - offset) % step === 0);
}

interface Look extends Pick<Plot, "kind" | "colours"> {
  /** The bar below the pointer; -1 for none. */
  over: () => number;
  isOneDay: boolean;
  /** Two bars stand at each place: what was expected, and what came. */
  isPair: boolean;
}

function seriesOf(nth: number, { kind, colours, over, isOneDay, isPair }: Look): uPlot.Series {
  if (kind === "bars" && isPair) {
    const fill = nth === 0 ? colours.rest : colours.fill;
    const paths = uPlot.paths.bars!({ size: [0.32, 20], align: nth === 0 ? -1 : 1, radius: 0.16 });
    return { points: { show: false }, paths, fill, stroke: fill, width: 0 };
  }
  if (kind === "bars") {
    return {
      points: { show: false },
      paths: uPlot.paths.bars!({
        size: [0.62, 40],
        radius: 0.16,
        disp: {
          fill: {
            unit: 3,
            values: (plot) => Array.from(plot.data[0], (_, at) => at === over() ? colours.fill : colours.rest),
          },
        },
      }),
      fill: colours.rest,
      width: 0,
    };
  }
  // A single day makes no line.
  const points = { show: isOneDay, size: 7 };
  if (nth === 0) return { stroke: colours.strong, width: 2, fill: colours.area, points };
  if (nth === 2) return { stroke: colours.third, width: 1.5, points };
  return { stroke: colours.faint, width: 1.5, dash: [4, 4], points };
}
