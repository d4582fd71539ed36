/** A colour as `#rrggbb`. */
export type Hex = string;

type Rgb = readonly [number, number, number];

/** The least contrast of text with what is behind it (WCAG 2.2, 1.4.3). */
export const LEAST_CONTRAST = 4.5;

const WHITE: Rgb = [255, 255, 255], BLACK: Rgb = [0, 0, 0];
/** The surfaces of the two themes (web/styles/tokens.css) on which accented text is hardest to read. */
const SURFACES = { light: "#f0f2f5", dark: "#1b1f27" } as const;
/** What is written on, and with, in the two themes (web/styles/tokens.css). */
export const SHEETS = {
  light: { sheet: "#ffffff", ink: "#161a22", muted: "#4d5666", line: "#e4e7ec" },
  dark: { sheet: "#13161c", ink: "#e7eaf0", muted: "#a7b0be", line: "#232831" },
} as const;
export type Theme = keyof typeof SURFACES;
/** How much of the accent is laid over a surface where something is selected. */
const SELECTED = { light: 0.09, dark: 0.14 } as const;

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
  const soft = hex(mixed(rgb(color), rgb(SHEETS[theme].sheet), theme === "light" ? 0.88 : 0.76));
  const end = theme === "light" ? BLACK : WHITE, surface = SURFACES[theme];
  // What is selected has the pointer on it, too, as a rule.
  const selected = (each: Hex) => hex(mixed(rgb(surface), rgb(each), SELECTED[theme] * 1.5));
  const text = shiftedUntil(
    color,
    end,
    (each) => isReadable(each, surface) && isReadable(each, soft) && isReadable(each, selected(each)),
  );
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
  const light = tokensIn("light", color), dark = tokensIn("dark", color);
  // One `:root` more than tokens.css has, wherever this comes in the page.
  return `:root:root{${light}}` +
    `@media (prefers-color-scheme:dark){:root:root:not([data-theme=light]){${dark}}}` +
    `:root:root[data-theme=dark]{${dark}}`;
}

function tokensIn(theme: Theme, color: Hex): string {
  const { text, fill, fillHover, soft } = accentIn(theme, color), sheet = rgb(SHEETS[theme].sheet);
  const bubble = hex(mixed(rgb(color), sheet, theme === "light" ? 0.84 : 0.66));
  const tokens = {
    "--accent": text,
    "--accent-fill": fill,
    "--accent-fill-hover": fillHover,
    "--accent-soft": soft,
    "--selected": `rgb(${rgb(text).join(" ")} / ${SELECTED[theme] * 100}%)`,
    "--bubble-own": bubble,
    "--bubble-own-meta": onBubble(color, bubble, theme === "light" ? BLACK : WHITE),
    "--chart-rest": hex(mixed(rgb(color), sheet, theme === "light" ? 0.6 : 0.5)),
  };
  return Object.entries(tokens).map(([name, value]) => `${name}:${value}`).join(";");
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
