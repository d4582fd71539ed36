import { useLingui } from "@lingui/react/macro";
import { Search, X } from "lucide-react";
import type { Ref } from "react";
import { Input, TextField } from "react-aria-components";
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

/**
 * A search in a pane. Esc empties it; in a popover it closes that, which the library's own search field would do only the
 * second time.
 */
export function SearchField({ label, placeholder, value, onText, className, ref }: SearchFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      className={classes(css.input, className)}
      data-variant="well"
      aria-label={label}
      value={value}
      onChange={onText}
    >
      <Search size={16} aria-hidden />
      <Input
        ref={ref}
        type="search"
        placeholder={placeholder}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !value || event.currentTarget.closest("[data-covers=popover]")) return;
          event.stopPropagation();
          onText("");
        }}
      />
      {value && <IconButton label={t`Limpar a busca`} icon={X} size="small" onClick={() => onText("")} />}
    </TextField>
  );
}
