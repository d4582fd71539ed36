import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import {
  type Color,
  ColorArea,
  ColorField,
  ColorSlider,
  ColorThumb,
  Input,
  Label,
  parseColor,
  SliderTrack,
} from "react-aria-components";
import field from "./Field.module.css";
import css from "./AnyColor.module.css";

interface AnyColorProps {
  /** As `#rrggbb`. */
  value: string;
  onColor: (color: string) => void;
}

/** Any colour, by eye or by its code. */
export default function AnyColor({ value, onColor }: AnyColorProps) {
  const { t } = useLingui();
  // A grey has no hue of its own: what the slider says is kept here, not in the code.
  const [color, setColor] = useState(() => parseColor(value).toFormat("hsb"));
  const choose = (chosen: Color | null) => {
    if (!chosen) return;
    setColor(chosen.toFormat("hsb"));
    onColor(chosen.toString("hex").toLowerCase());
  };
  return (
    <div className={css.any}>
      <ColorArea
        aria-label={t`Outra cor`}
        className={css.area}
        xChannel="saturation"
        yChannel="brightness"
        value={color}
        onChange={choose}
      >
        <ColorThumb className={css.thumb} />
      </ColorArea>
      <ColorSlider aria-label={t`Matiz`} className={css.slider} channel="hue" value={color} onChange={choose}>
        <SliderTrack className={css.track}>
          <ColorThumb className={css.thumb} />
        </SliderTrack>
      </ColorSlider>
      <ColorField className={field.field} value={color} onChange={choose}>
        <Label>{t`Código da cor`}</Label>
        <Input className={field.input} />
      </ColorField>
    </div>
  );
}
