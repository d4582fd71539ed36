import { useLingui } from "@lingui/react/macro";
import { Search, X } from "lucide-react";
import type { Ref } from "react";
import { classes } from "./classes.ts";
import { IconButton } from "./IconButton.tsx";
import css from "./Field.module.css";

interface SearchFieldProps {
  label: string;
  placeholder?: string;
  value: string;
  onText: (text: string) => void;
  className?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A search in a pane. Esc empties it; in a popover it closes that. */
export function SearchField({ label, placeholder, value, onText, className, ref }: SearchFieldProps) {
  const { t } = useLingui();
  return (
    <span className={classes(css.input, className)} data-variant="well">
      <Search size={16} aria-hidden />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !value || event.currentTarget.closest("[data-covers=popover]")) return;
          event.stopPropagation();
          onText("");
        }}
      />
      {value && <IconButton label={t`Limpar a busca`} icon={X} size="small" onClick={() => onText("")} />}
    </span>
  );
}
