import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { ComboBox } from "../ui/ComboBox.tsx";
import { LEAST_LETTERS, useFound } from "./useFound.ts";

interface LookupProps<Row> {
  label: string;
  hint?: ReactNode;
  error?: string;
  name?: string;
  placeholder?: string;
  autoFocus?: boolean;
  value: Row | null;
  onValue: (row: Row | null) => void;
  /** Asks the server for what a text finds. */
  ask: (searchParam: string) => Promise<readonly Row[]>;
  nameOf: (row: Row) => string;
  /** What is offered below the field where a text finds nobody. */
  none?: (typed: string) => ReactNode;
  /** How a found one is drawn; by its name unless said otherwise. */
  children?: (row: Row) => ReactNode;
}

/** Chooses one of many by typing a part of its name, from three letters on. */
export function Lookup<Row extends { id: number }>(props: LookupProps<Row>) {
  const { value, onValue, ask, nameOf, none, children = nameOf, ...field } = props;
  const [typed, setTyped] = useState("");
  const { state, rows } = useFound(value ? "" : typed, ask);
  const offered = !value && state === "found" && rows.length === 0 && none?.(typed.trim());
  return (
    <>
      <ComboBox
        {...field}
        text={value ? nameOf(value) : typed}
        onText={(text) => {
          setTyped(text);
          if (value) onValue(null);
        }}
        options={value ? [value] : rows}
        isAwaited={state === "asking"}
        chosen={value}
        nameOf={nameOf}
        onChoose={onValue}
        note={note()}
      >
        {children}
      </ComboBox>
      {offered}
    </>
  );

  function note() {
    if (value) return null;
    if (state === "short") return <Trans>Digite pelo menos {LEAST_LETTERS} letras</Trans>;
    if (state === "failed") return <Trans>A busca não chegou. Tente de novo.</Trans>;
    if (state === "asking") return <Trans>Buscando…</Trans>;
    return rows.length === 0 && !offered && <Trans>Nada encontrado</Trans>;
  }
}
