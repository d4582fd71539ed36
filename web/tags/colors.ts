import type { TagRef } from "../../src/contract/tags.ts";
import { msg } from "@lingui/core/macro";

/** Colours that stand apart from each other and from the interface's own; any other can be chosen, too. */
export const PRESETS = [
  { color: "#b91c1c", name: msg`Vermelho` },
  { color: "#c2410c", name: msg`Laranja` },
  { color: "#a16207", name: msg`Amarelo` },
  { color: "#15803d", name: msg`Verde` },
  { color: "#0e7490", name: msg`Turquesa` },
  { color: "#1d4ed8", name: msg`Azul` },
  { color: "#6d28d9", name: msg`Roxo` },
  { color: "#be185d", name: msg`Rosa` },
  { color: "#78716c", name: msg`Cinza` },
] as const;

/** The colour that the fewest tags have: for the next one. */
export function nextColor(tags: readonly TagRef[]): string {
  const used = (color: string) => tags.filter((tag) => tag.color === color).length;
  return PRESETS.map(({ color }) => color).reduce((best, color) => used(color) < used(best) ? color : best);
}
