import { useState } from "react";
import { useDebounced } from "./useDebounced.ts";

/** What somebody types to search a list, and what the list is asked for once they have stopped. */
export interface Search {
  text: string;
  set: (text: string) => void;
  param: string;
}

export function useSearch(): Search {
  const [text, set] = useState("");
  return { text, set, param: useDebounced(text.trim().toLowerCase()) };
}
