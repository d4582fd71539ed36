import { Search } from "lucide-react";
import type { useOptions } from "./useOptions.ts";
import css from "./OptionList.module.css";

interface OptionSearchProps {
  label: string;
  value: string;
  onText: (text: string) => void;
  options: ReturnType<typeof useOptions>;
}

/** The field above an `OptionList` in a popover, through which it is searched and chosen from. */
export function OptionSearch({ label, value, onText, options }: OptionSearchProps) {
  return (
    <span className={css.search}>
      <Search size={16} aria-hidden />
      <input
        autoFocus
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => {
          onText(event.target.value);
          options.reset();
        }}
        onKeyDown={options.onKeyDown}
        {...options.field}
      />
    </span>
  );
}
