import { useLingui } from "@lingui/react/macro";
import { Check, Pipette } from "lucide-react";
import { type CSSProperties, useId } from "react";
import { PRESETS } from "./colors.ts";
import css from "./ColorPicker.module.css";

interface ColorPickerProps {
  label: string;
  /** `#rrggbb`. */
  value: string;
  onColor: (color: string) => void;
  disabled?: boolean;
}

/** A few colours at hand, and any other by the device's own picker. */
export function ColorPicker({ label, value, onColor, disabled }: ColorPickerProps) {
  const { t, i18n } = useLingui();
  const name = useId();
  const isOwn = PRESETS.every(({ color }) => color !== value);
  return (
    <fieldset className={css.picker} disabled={disabled}>
      <legend>{label}</legend>
      {PRESETS.map(({ color, name: word }) => (
        <label key={color} className={css.swatch} style={hueOf(color)} data-tooltip={i18n._(word)}>
          <input
            type="radio"
            name={name}
            checked={color === value}
            onChange={() =>
              onColor(color)}
          />
          <Check size={16} aria-hidden />
          <span className="visually-hidden">{i18n._(word)}</span>
        </label>
      ))}
      <label className={css.swatch} data-own={isOwn || undefined} style={hueOf(value)} data-tooltip={t`Outra cor`}>
        <input type="color" value={value} aria-label={t`Outra cor`} onChange={(event) => onColor(event.target.value)} />
        <Pipette size={16} aria-hidden />
      </label>
    </fieldset>
  );
}

function hueOf(color: string): CSSProperties {
  return { "--hue": color } as CSSProperties;
}
