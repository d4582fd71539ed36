import { Trans } from "@lingui/react/macro";
import { Search } from "lucide-react";
import { Key } from "../ui/Key.tsx";
import { COMMAND_KEY } from "../ui/keyNames.ts";
import { callUp } from "./commandBar.ts";
import css from "./CommandField.module.css";

/** Looks like a search and opens the command bar, which is one. */
export function CommandField() {
  return (
    <button type="button" className={css.field} onClick={() => callUp("commands")}>
      <Search size={16} aria-hidden />
      <span>
        <Trans>Buscar ou ir para…</Trans>
      </span>
      <Key>{COMMAND_KEY}</Key>
    </button>
  );
}
