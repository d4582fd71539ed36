import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { pageTitleAtom } from "../ui/pageTitle.ts";
import { unreadCountAtom } from "./unread.ts";

/** The window's title and icon say how much waits, so that another tab may be in front. */
export function useWindowTitle(): void {
  const count = useAtomValue(unreadCountAtom);
  const page = useAtomValue(pageTitleAtom);
  useEffect(() => {
    document.title = [count > 0 && `(${count > 99 ? "99+" : count})`, page && `${page} ·`, "Balcão"].filter(Boolean)
      .join(" ");
    const icon = document.querySelector<HTMLLinkElement>("#favicon");
    if (icon) icon.href = count > 0 ? "/favicon-unread.svg" : "/favicon.svg";
    return () => {
      document.title = "Balcão";
    };
  }, [count, page]);
}
