import { useLingui } from "@lingui/react/macro";
import { Check, Ellipsis, Pipette } from "lucide-react";
import { type CSSProperties, useId, useState } from "react";
import { IconButton } from "./IconButton.tsx";
import css from "./ColorField.module.css";

interface ColorFieldProps {
  label: string;
  /** Colours at hand, as `#rrggbb`, and what they are called. */
  presets: readonly { color: string; name: string }[];
  /** As many of them are shown before the others are asked for; without it all. */
  first?: number;
  /** Colours that are not to be had any more: they are struck out. */
  taken?: ReadonlySet<string>;
  value: string;
  error?: string;
  disabled?: boolean;
  onColor: (color: string) => void;
}

/** A colour: one of those at hand, or any other by the device's own picker. */
export function ColorField({ label, presets, first = presets.length, taken, value, error, ...rest }: ColorFieldProps) {
  const { disabled, onColor } = rest;
  const { t } = useLingui();
  const group = useId();
  const [isAll, setAll] = useState(() => presets.findIndex(({ color }) => color === value) >= first);
  const isOwn = presets.every(({ color }) => color !== value);
  return (
    <fieldset
      className={css.colors}
      disabled={disabled}
      aria-invalid={error ? true : undefined}
      data-begin={error ? true : undefined}
    >
      <legend>{label}</legend>
      {presets.slice(0, isAll ? presets.length : first).map(({ color, name }) => {
        const isTaken = taken?.has(color);
        const words = isTaken ? t`${name}: já em uso` : name;
        return (
          <label
            key={color}
            className={css.swatch}
            style={hueOf(color)}
            data-taken={isTaken || undefined}
            data-tooltip={words}
          >
            <input
              type="radio"
              name={group}
              checked={color === value}
              disabled={isTaken}
              aria-label={words}
              onChange={() => onColor(color)}
            />
            <Check size={16} aria-hidden />
          </label>
        );
      })}
      {first < presets.length && !isAll && (
        <IconButton
          label={t`Mais cores`}
          icon={Ellipsis}
          onClick={() => setAll(true)}
        />
      )}
      <label className={css.swatch} data-own={isOwn || undefined} style={hueOf(value)} data-tooltip={t`Outra cor`}>
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

function hueOf(color: string): CSSProperties {
  return { "--hue": color } as CSSProperties;
}
