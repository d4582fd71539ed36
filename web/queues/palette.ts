import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Ten hues in five strengths each: the fifty presets (spec 2 §9). */
const HUES: readonly [name: MessageDescriptor, colors: readonly string[]][] = [
  [msg`Turquesa`, ["#0e7490", "#155e75", "#0891b2", "#06b6d4", "#67e8f9"]],
  [msg`Laranja`, ["#c2410c", "#9a3412", "#ea580c", "#f97316", "#fdba74"]],
  [msg`Roxo`, ["#6d28d9", "#5b21b6", "#7c3aed", "#8b5cf6", "#c4b5fd"]],
  [msg`Verde`, ["#15803d", "#166534", "#16a34a", "#22c55e", "#86efac"]],
  [msg`Rosa`, ["#be185d", "#9d174d", "#db2777", "#ec4899", "#f9a8d4"]],
  [msg`Vermelho`, ["#b91c1c", "#991b1b", "#dc2626", "#ef4444", "#fca5a5"]],
  [msg`Azul`, ["#1d4ed8", "#1e40af", "#2563eb", "#3b82f6", "#93c5fd"]],
  [msg`Amarelo`, ["#a16207", "#854d0e", "#ca8a04", "#eab308", "#fde047"]],
  [msg`Cinza`, ["#475569", "#334155", "#64748b", "#94a3b8", "#cbd5e1"]],
  [msg`Verde-água`, ["#0f766e", "#115e59", "#0d9488", "#14b8a6", "#5eead4"]],
];

export interface Preset {
  color: string;
  hue: MessageDescriptor;
  /** Which of the hue's strengths, from 1. */
  strength: number;
}

/** The presets, the clearest of each hue first. */
export const PRESETS: readonly Preset[] = [0, 1, 2, 3, 4].flatMap((at) =>
  HUES.map(([hue, colors]) => ({ color: colors[at]!, hue, strength: at + 1 }))
);

/** As many as stand in one line with what leads to the others. */
export const FIRST_PRESETS = 8;

/** The first preset that no queue has. */
export function freeColor(taken: ReadonlySet<string>): string {
  return PRESETS.find(({ color }) => !taken.has(color))?.color ?? "#000000";
}
