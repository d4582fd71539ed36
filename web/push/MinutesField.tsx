import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { PushChoices } from "../../src/contract/push.ts";
import { TextField } from "../ui/TextField.tsx";
import css from "./Push.module.css";

const { waitingMinutes } = PushChoices.shape;

/** After how long somebody who waits is told of; what is no such number is marked, and stays unsaved. */
export function MinutesField({ value, onMinutes }: { value: number; onMinutes: (minutes: number) => void }) {
  const { t } = useLingui();
  const [text, setText] = useState(String(value));
  const read = waitingMinutes.safeParse(Number(text));
  return (
    <div className={css.minutes}>
      <TextField
        label={t`Avisar depois de quantos minutos`}
        type="text"
        inputMode="numeric"
        maxLength={3}
        value={text}
        onText={setText}
        onBlur={() => read.success && read.data !== value && onMinutes(read.data)}
        error={read.success ? undefined : t`De 1 a 240.`}
      />
    </div>
  );
}
