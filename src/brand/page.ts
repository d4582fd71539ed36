import type { Brand } from "../contract/brand.ts";
import type { Tenants } from "../platform/tenants.ts";
import { accentStyle } from "../shared/accent.ts";
import { brandShown } from "./brand.ts";

/**
 * The page of the product under its name, so that the first thing that is drawn has the right name, colour and icon. What
 * the screens need to know of the brand comes with it; the built page itself where nothing can be read.
 */
export function brandedPage(tenants: Tenants): (html: string) => string {
  let last: { key: string; html: string; page: string } | undefined;
  return (html) => {
    if (tenants.outage !== undefined) return html;
    const brand = brandShown(tenants.provider.read), key = JSON.stringify(brand);
    if (last?.key !== key || last.html !== html) last = { key, html, page: dressed(html, brand) };
    return last.page;
  };
}

function dressed(html: string, brand: Brand): string {
  const style = accentStyle(brand.color), name = escaped(brand.name);
  const head = [
    // A block of data, which no browser runs; `<` could end it.
    `<script type="application/json" id="brand">${JSON.stringify(brand).replaceAll("<", "\\u003c")}</script>`,
    `<style id="brand-style">${style}</style>`,
    `<link rel="manifest" href="/manifest.webmanifest">`,
    // An iPhone asks neither the manifest for the icon nor for the name.
    `<link rel="apple-touch-icon" href="${escaped(appleIconOf(brand))}">`,
    `<meta name="apple-mobile-web-app-title" content="${name}">`,
  ].join("");
  const icon = brand.icon ? `href="${escaped(brand.icon)}"` : `href="/favicon.svg"`;
  return html.replace(/<title>[^<]*<\/title>/, () => `<title>${name}</title>`)
    .replace(/(<noscript>)O Balcão/, (_, before: string) => `${before}O ${name}`)
    .replace(/type="image\/svg\+xml" href="\/favicon\.svg"/, () => icon)
    .replace("</head>", () => `${head}</head>`);
}

function appleIconOf({ icon, appIcon }: Brand): string {
  return appIcon ?? (icon?.endsWith(".png") ? icon : "/icons/apple-180.png");
}

function escaped(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (char) => names[char]!);
}
