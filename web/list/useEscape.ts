import { useEffect } from "react";
import { isCovered, isField } from "../ui/busyElsewhere.ts";

/** Esc ends what is under way on the screen, before it means anything else there. */
export function useEscape(isOn: boolean, act: () => void): void {
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing || isCovered() || isField(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    addEventListener("keydown", press, true);
    return () => removeEventListener("keydown", press, true);
  }, [isOn]);
}
