import { useLingui } from "@lingui/react/macro";
import { Check, Ellipsis, Pipette } from "lucide-react";
import { type CSSProperties, useId, useState } from "react";
import { IconButton } from "../ui/IconButton.tsx";
import { PRESETS } from "./palette.ts";
import css from "./QueueColors.module.css";

interface QueueColorsProps {
  value: string;
  /** What other queues have: each has a colour of its own. */
  taken: ReadonlySet<string>;
  error?: string;
  onColor: (color: string) => void;
}

/** As many as stand in one line with what leads to the others. */
const FIRST = 8;

/** Fifty colours, of which those of other queues are struck out, and any other by the device's own picker. */
export function QueueColors({ value, taken, error, onColor }: QueueColorsProps) {
  const { t, i18n } = useLingui();
  const name = useId();
  const [isAll, setAll] = useState(() => PRESETS.findIndex(({ color }) => color === value) >= FIRST);
  const isOwn = PRESETS.every(({ color }) => color !== value);
  return (
    <fieldset className={css.colors} aria-invalid={error ? true : undefined} data-begin={error ? true : undefined}>
      <legend>{t`Cor`}</legend>
      {PRESETS.slice(0, isAll ? PRESETS.length : FIRST).map(({ color, hue, strength }) => {
        const isTaken = taken.has(color);
        const word = `${i18n._(hue)} ${strength}`;
        return (
          <label
            key={color}
            className={css.swatch}
            style={{ "--hue": color } as CSSProperties}
            data-taken={isTaken || undefined}
            data-tooltip={isTaken ? t`${word}: já em uso` : word}
          >
            <input
              type="radio"
              name={name}
              checked={color === value}
              disabled={isTaken}
              aria-label={isTaken ? t`${word}: já em uso` : word}
              onChange={() => onColor(color)}
            />
            <Check size={16} aria-hidden />
          </label>
        );
      })}
      {!isAll && <IconButton label={t`Mais cores`} icon={Ellipsis} onClick={() => setAll(true)} />}
      <label
        className={css.swatch}
        data-own={isOwn || undefined}
        style={{ "--hue": value } as CSSProperties}
        data-tooltip={t`Outra cor`}
      >
        <input
          type="color"
          value={/^#[0-9a-f]{6}$/.test(value) ? value : "#000000"}
          aria-label={t`Outra cor`}
          onChange={(event) => onColor(event.target.value)}
        />
        <Pipette size={16} aria-hidden />
      </label>
      {error && <span className={css.error} role="alert">{error}</span>}
    </fieldset>
  );
}
