import { type FocusEvent, type MouseEvent, useState } from "react";

interface Pressed {
  disabled?: boolean;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  onFocus?: (event: FocusEvent<HTMLButtonElement>) => void;
  onBlur?: (event: FocusEvent<HTMLButtonElement>) => void;
}

/**
 * What is spread over a button that may become disabled: browsers take the focus from one that is, and whoever works by keyboard
 * would begin anew at the top of the page. As long as it has the focus it only says that it is, and presses do nothing.
 */
export function useKeptFocus({ disabled = false, onClick, onFocus, onBlur }: Pressed) {
  const [isFocused, setFocused] = useState(false);
  const isKept = disabled && isFocused;
  return {
    disabled: disabled && !isFocused,
    "data-disabled": isKept || undefined,
    "aria-disabled": isKept || undefined,
    onClick: isKept ? (event: MouseEvent) => event.preventDefault() : onClick,
    onFocus: (event: FocusEvent<HTMLButtonElement>) => {
      setFocused(true);
      onFocus?.(event);
    },
    onBlur: (event: FocusEvent<HTMLButtonElement>) => {
      // It still has the focus where only the window has lost it.
      setFocused(document.activeElement === event.currentTarget);
      onBlur?.(event);
    },
  };
}
