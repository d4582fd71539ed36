import type { Brand } from "../contract/brand.ts";
import type { Tenants } from "../platform/tenants.ts";
import { accentsOf, accentStyle } from "../shared/accent.ts";
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
  const style = accentStyle(brand.color);
  const head = [
    // A block of data, which no browser runs; `<` could end it.
    `<script type="application/json" id="brand">${JSON.stringify(brand).replaceAll("<", "\\u003c")}</script>`,
    `<style id="brand-style">${style}</style>`,
    `<link rel="manifest" href="/manifest.webmanifest">`,
  ].join("");
  const name = escaped(brand.name);
  const icon = brand.icon ? `href="${escaped(brand.icon)}"` : `href="/favicon.svg"`;
  return html.replace(/<title>[^<]*<\/title>/, () => `<title>${name}</title>`)
    .replace(/(<noscript>)O Balcão/, (_, before: string) => `${before}O ${name}`)
    .replace(/type="image\/svg\+xml" href="\/favicon\.svg"/, () => icon)
    .replace("</head>", () => `${head}</head>`);
}

function escaped(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (char) => names[char]!);
}

const BLUE = "#2563eb";

/** What the product is called and looks like where it is installed as an app (W3C, Web Application Manifest). */
export function manifestOf(brand: Brand): object {
  const src = brand.icon ?? brand.logo ?? "/favicon.svg";
  return {
    name: brand.name,
    short_name: brand.name,
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: "#f0f2f5",
    theme_color: accentsOf(brand.color ?? BLUE).light.fill,
    icons: [{ src, sizes: "any" }],
  };
}
