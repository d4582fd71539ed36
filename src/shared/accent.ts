/** A colour as `#rrggbb`. */
export type Hex = string;

type Rgb = readonly [number, number, number];

/** The least contrast of text with what is behind it (WCAG 2.2, 1.4.3). */
export const LEAST_CONTRAST = 4.5;

const WHITE: Rgb = [255, 255, 255], BLACK: Rgb = [0, 0, 0];
/** The surfaces of the two themes (web/styles/tokens.css) on which accented text is hardest to read. */
const SURFACES = { light: "#f0f2f5", dark: "#1b1f27" } as const;
const SHEETS = { light: "#ffffff", dark: "#13161c" } as const;
type Theme = keyof typeof SURFACES;

/** What one theme makes of a product's colour. */
export interface Accent {
  /** For text, icons, lines and the focus. */
  text: Hex;
  /** Below white text, and the same while the pointer is on it. */
  fill: Hex;
  fillHover: Hex;
  /** Behind accented text. */
  soft: Hex;
  /** Whether the colour itself could not be read there, as text or below white text. */
  isShifted: boolean;
}

/** The colour as each theme shows it, shifted as far as it must be to be read. */
export function accentsOf(color: Hex): Record<Theme, Accent> {
  return { light: accentIn("light", color), dark: accentIn("dark", color) };
}

function accentIn(theme: Theme, color: Hex): Accent {
  const soft = hex(mixed(rgb(color), rgb(SHEETS[theme]), theme === "light" ? 0.88 : 0.76));
  const end = theme === "light" ? BLACK : WHITE;
  const text = shiftedUntil(color, end, (each) => isReadable(each, SURFACES[theme]) && isReadable(each, soft));
  const fill = shiftedUntil(color, BLACK, (each) => isReadable(each, "#ffffff"));
  const fillHover = hex(mixed(rgb(fill), BLACK, 0.12));
  return { text, fill, fillHover, soft, isShifted: text !== color.toLowerCase() || fill !== color.toLowerCase() };
}

/** How well one colour is read on another, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrast(one: Hex, other: Hex): number {
  const [darker, lighter] = [luminance(rgb(one)), luminance(rgb(other))].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function isReadable(color: Hex, behind: Hex): boolean {
  return contrast(color, behind) >= LEAST_CONTRAST;
}

/** The nearest colour on the way to black or white that will do. */
function shiftedUntil(color: Hex, end: Rgb, isGood: (color: Hex) => boolean): Hex {
  for (let share = 0; share < 1; share += 0.02) {
    const shifted = hex(mixed(rgb(color), end, share));
    if (isGood(shifted)) return shifted;
  }
  return hex(end);
}

/** The tokens that follow the product's colour, as a style sheet; empty without a colour: tokens.css has its own. */
export function accentStyle(color: Hex | null): string {
  if (color === null) return "";
  const { light, dark } = accentsOf(color);
  const both = (name: string, one: string, other: string) => `${name}:light-dark(${one},${other})`;
  const bubble = {
    light: hex(mixed(rgb(color), WHITE, 0.84)),
    dark: hex(mixed(rgb(color), rgb(SHEETS.dark), 0.66)),
  };
  const tokens = [
    both("--accent", light.text, dark.text),
    both("--accent-fill", light.fill, dark.fill),
    both("--accent-fill-hover", light.fillHover, dark.fillHover),
    both("--accent-soft", light.soft, dark.soft),
    both("--selected", `${light.text}17`, `${dark.text}24`),
    both("--bubble-own", bubble.light, bubble.dark),
    both("--bubble-own-meta", onBubble(color, bubble.light, BLACK), onBubble(color, bubble.dark, WHITE)),
    both("--chart-rest", hex(mixed(rgb(color), WHITE, 0.6)), hex(mixed(rgb(color), rgb(SHEETS.dark), 0.5))),
  ];
  // One more than tokens.css's own `:root`, wherever this comes in the page.
  return `:root:root{${tokens.join(";")}}`;
}

function onBubble(color: Hex, bubble: Hex, end: Rgb): Hex {
  return shiftedUntil(hex(mixed(rgb(color), [128, 128, 128], 0.4)), end, (each) => isReadable(each, bubble));
}

/** `share` of the second. */
function mixed(one: Rgb, other: Rgb, share: number): Rgb {
  return one.map((part, nth) => part * (1 - share) + other[nth]! * share) as unknown as Rgb;
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgb(color: Hex): Rgb {
  return [1, 3, 5].map((from) => parseInt(color.slice(from, from + 2), 16)) as unknown as Rgb;
}

function hex(color: Rgb): Hex {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}
