import { type ComponentProps, useLayoutEffect, useRef, useState } from "react";
import { completeMoney, maskMoney } from "./moneyMask.ts";
import { TextField } from "./TextField.tsx";

type MoneyFieldProps = Omit<ComponentProps<typeof TextField>, "ref" | "type" | "inputMode" | "onBlur">;

/** An amount in reais, which is written as it is read while it is typed: `R$ 1.234,50` (spec 2 §5). */
export function MoneyField({ value, onText, ...rest }: MoneyFieldProps) {
  const input = useRef<HTMLInputElement>(null), caret = useRef<number>(undefined);
  // What is not taken is taken back, too, and leaves the caret where it was.
  const [, draw] = useState(0);
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const type = (typed: string) => {
    const masked = maskMoney(value ?? "", typed, input.current?.selectionStart ?? typed.length);
    caret.current = masked.caret;
    onText?.(masked.text);
    draw((nth) => nth + 1);
  };
  const complete = () => {
    const whole = completeMoney(value ?? "");
    if (whole !== value) onText?.(whole);
  };
  return (
    <TextField
      placeholder="R$ 0,00"
      autoComplete="off"
      {...rest}
      ref={input}
      inputMode="decimal"
      value={value}
      onText={type}
      onBlur={complete}
    />
  );
}
