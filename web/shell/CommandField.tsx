import { Trans, useLingui } from "@lingui/react/macro";
import { Search } from "lucide-react";
import { Key } from "../ui/Key.tsx";
import { callUp, COMMAND_KEY } from "./commandBar.ts";
import css from "./CommandField.module.css";

/** Looks like a search and opens the command bar, which is one. */
export function CommandField() {
  const { t } = useLingui();
  return (
    <button
      type="button"
      className={css.field}
      aria-label={t`Buscar ou ir para…`}
      onClick={() => callUp("commands")}
    >
      <Search size={16} aria-hidden />
      <span>
        <Trans>Buscar ou ir para…</Trans>
      </span>
      <Key>{COMMAND_KEY}</Key>
    </button>
  );
}
