import { useLingui } from "@lingui/react/macro";
import { Check, Ellipsis, Pipette } from "lucide-react";
import { type ComponentProps, type CSSProperties, type KeyboardEvent, Suspense, useId, useState } from "react";
import { ColorSwatchPicker, ColorSwatchPickerItem } from "react-aria-components";
import { IconButton } from "./IconButton.tsx";
import { Popover } from "./Popover.tsx";
import css from "./ColorField.module.css";
import { lazy } from "./part.ts";

const AnyColor = lazy(() => import("./AnyColor.tsx"));

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

/** A colour: one of those at hand, or any other. */
export function ColorField({ label, presets, first = presets.length, taken, value, error, ...rest }: ColorFieldProps) {
  const { disabled, onColor } = rest;
  const { t } = useLingui();
  const id = useId();
  const [isAll, setAll] = useState(() => presets.findIndex(({ color }) => color === value) >= first);
  const isOwn = presets.every(({ color }) => color !== value);
  const color = /^#[0-9a-f]{6}$/i.test(value) ? value : "#000000";
  return (
    <div
      className={css.colors}
      role="group"
      aria-labelledby={id}
      aria-describedby={error ? `${id}-error` : undefined}
      data-begin={error ? true : undefined}
      onKeyDownCapture={submitChosen}
    >
      <span id={id} className={css.label}>{label}</span>
      <ColorSwatchPicker
        aria-labelledby={id}
        className={css.presets}
        value={color}
        onChange={(chosen) => onColor(chosen.toString("hex").toLowerCase())}
      >
        {presets.slice(0, isAll ? presets.length : first).map((preset) => (
          <Preset key={preset.color} {...preset} isTaken={taken?.has(preset.color)} disabled={disabled} />
        ))}
      </ColorSwatchPicker>
      {first < presets.length && !isAll && (
        <IconButton
          label={t`Mais cores`}
          icon={Ellipsis}
          onClick={() => setAll(true)}
        />
      )}
      <Popover
        label={t`Outra cor`}
        align="start"
        trigger={(trigger) => <Other {...trigger} color={color} isOwn={isOwn} disabled={disabled} />}
      >
        {() => (
          <Suspense>
            <AnyColor value={color} onColor={onColor} />
          </Suspense>
        )}
      </Popover>
      {error && <span id={`${id}-error`} className={css.error} role="alert">{error}</span>}
    </div>
  );
}

function Other({ color, isOwn, ...trigger }: ComponentProps<"button"> & { color: string; isOwn: boolean }) {
  const { t } = useLingui();
  return (
    <button
      {...trigger}
      type="button"
      className={css.swatch}
      style={hueOf(color)}
      data-own={isOwn || undefined}
      data-free
      data-tooltip={t`Outra cor`}
      aria-label={t`Outra cor`}
    >
      <Pipette size={16} aria-hidden />
    </button>
  );
}

function Preset({ color, name, isTaken, disabled }: {
  color: string;
  name: string;
  isTaken?: boolean;
  disabled?: boolean;
}) {
  const { t } = useLingui();
  const words = isTaken ? t`${name}: já em uso` : name;
  return (
    <ColorSwatchPickerItem
      color={color}
      isDisabled={isTaken || disabled}
      className={css.swatch}
      style={hueOf(color)}
      data-taken={isTaken || undefined}
      data-tooltip={words}
    >
      <Check size={16} aria-hidden />
      <span className="visually-hidden">{words}</span>
    </ColorSwatchPickerItem>
  );
}

/** Enter takes a colour; on the one that is taken already it sends the form, as in any other field. */
function submitChosen(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (event.key !== "Enter" || !(target instanceof Element) || !target.matches("[role=option][aria-selected=true]")) {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  currentTarget.closest("form")?.requestSubmit();
}

function hueOf(color: string): CSSProperties {
  return { "--hue": color } as CSSProperties;
}
