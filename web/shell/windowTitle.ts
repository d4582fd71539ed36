import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { pageTitleAtom } from "../ui/pageTitle.ts";
import { callsAtom } from "./unread.ts";

/** The window's title and icon say how much waits, so that another tab may be in front. */
export function useWindowTitle(): void {
  const { count } = useAtomValue(callsAtom);
  const page = useAtomValue(pageTitleAtom);
  useEffect(() => {
    document.title = [count > 0 && `(${count > 99 ? "99+" : count})`, page && `${page} ·`, "Balcão"].filter(Boolean)
      .join(" ");
    const icon = document.querySelector<HTMLLinkElement>("#favicon");
    if (icon) icon.href = iconWith(count);
    return () => {
      document.title = "Balcão";
    };
  }, [count, page]);
}

/** The product's mark with a count at its corner, drawn here: a tab shows no more of us. */
function iconWith(count: number): string {
  if (count === 0) return "/favicon.svg";
  const text = count > 99 ? "99" : String(count);
  const size = text.length > 1 ? 13 : 15;
  return `data:image/svg+xml,${
    encodeURIComponent(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="8" fill="#2563eb"/>` +
        `<path d="M6.5 5h11a2 2 0 0 1 2 2v4.8a2 2 0 0 1-2 2h-5.2l-3.1 2.7v-2.7H6.5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z" fill="#fff"/>` +
        `<circle cx="19.5" cy="19.5" r="8.5" fill="#c9252f"/><text x="19.5" y="${
          19.5 + size * 0.36
        }" font-size="${size}" ` +
        `font-family="system-ui,sans-serif" font-weight="700" text-anchor="middle" fill="#fff">${text}</text></svg>`,
    )
  }`;
}
