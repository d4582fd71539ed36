import { useAtomValue } from "jotai";
import { useEffect } from "react";
import type { Brand } from "../../src/contract/brand.ts";
import { useBrand } from "../brand.ts";
import { pageTitleAtom } from "../ui/pageTitle.ts";
import { callsAtom } from "./unread.ts";

/** The window's title and icon say how much waits, so that another tab may be in front. */
export function useWindowTitle(): void {
  const { count } = useAtomValue(callsAtom);
  const page = useAtomValue(pageTitleAtom);
  const brand = useBrand();
  useEffect(() => {
    document.title = [count > 0 && `(${count > 99 ? "99+" : count})`, page && `${page} ·`, brand.name].filter(Boolean)
      .join(" ");
    return () => {
      document.title = brand.name;
    };
  }, [count, page, brand.name]);
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>("#favicon");
    if (!icon) return;
    let isOver = false;
    icon.removeAttribute("type");
    iconWith(count, brand).then((href) => void (isOver || (icon.href = href)), () => {});
    return () => void (isOver = true);
  }, [count, brand.icon, brand.color]);
}

/** The product's icon with a count at its corner, drawn here: a tab shows no more of us. */
async function iconWith(count: number, { icon, color }: Brand): Promise<string> {
  if (count === 0 && (icon || !color)) return icon ?? "/favicon.svg";
  const text = count > 99 ? "99" : String(count);
  const badge = count > 0 ? badgeOf(text) : "";
  // An icon in an icon may load nothing, so that it is put into it as a whole.
  const picture = icon
    ? `<image href="${await dataOf(icon)}" width="28" height="28"/>`
    : `<rect width="28" height="28" rx="8" fill="${color ?? "#2563eb"}"/>` +
      `<path d="M6.5 5h11a2 2 0 0 1 2 2v4.8a2 2 0 0 1-2 2h-5.2l-3.1 2.7v-2.7H6.5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z" fill="#fff"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28">${picture}${badge}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function badgeOf(text: string): string {
  const size = text.length > 1 ? 13 : 15;
  return `<circle cx="19.5" cy="19.5" r="8.5" fill="#c9252f"/><text x="19.5" y="${19.5 + size * 0.36}" ` +
    `font-size="${size}" font-family="system-ui,sans-serif" font-weight="700" text-anchor="middle" fill="#fff">${text}</text>`;
}

async function dataOf(address: string): Promise<string> {
  const blob = await (await fetch(address)).blob();
  return await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
