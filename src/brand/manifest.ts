import type { Brand } from "../contract/brand.ts";
import { accentsOf } from "../shared/accent.ts";
import { squarePng } from "./square_png.ts";

const BLUE = "#2563eb";
/** The canvas in the light theme (web/styles/tokens.css). */
const CANVAS = "#f0f2f5";
/** What systems begin with where they draw an app's icon (px); a smaller one would be drawn in ours instead. */
const SMALLEST_ICON = 144;

/** Where the system brings what is shared with the app; its service worker takes it there (web/worker/share.ts). */
export const SHARE_PATH = "/share";

interface Icon {
  src: string;
  sizes: string;
  type: string;
  purpose: "any" | "maskable";
}

/** The first bytes of the brand's icons, where it has any. */
type Heads = Partial<Record<"icon" | "appIcon", Uint8Array>>;

/** The product's own icons: as they are, and with the room around that a system cuts into its own shape. */
const OURS: Icon[] = [
  { src: "/icons/192.png", sizes: "192x192", type: "image/png", purpose: "any" },
  { src: "/icons/512.png", sizes: "512x512", type: "image/png", purpose: "any" },
  { src: "/icons/maskable-192.png", sizes: "192x192", type: "image/png", purpose: "maskable" },
  { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];

/** Kinds of files that may be sent to a customer and that phones share. */
const SHARED = [
  "image/*",
  "video/*",
  "audio/*",
  "application/pdf",
  "text/plain",
  "text/csv",
  "text/vcard",
  "application/zip",
  "application/msword",
  "application/vnd.ms-excel",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
];

/**
 * What the product is called and looks like where it is installed as an app (W3C, Web Application Manifest), and what the
 * system lets people do with it.
 */
export function manifestOf(brand: Brand, heads: Heads): object {
  const icons = iconsOf(brand, heads), [{ src, sizes, type }] = icons as [Icon];
  const shortcut = (name: string, url: string) => ({ name, url, icons: [{ src, sizes, type }] });
  return {
    id: "/",
    name: brand.name,
    short_name: brand.name,
    lang: "pt-BR",
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: CANVAS,
    theme_color: accentsOf(brand.color ?? BLUE).light.fill,
    categories: ["business", "productivity"],
    icons,
    shortcuts: [shortcut("Novo atendimento", "/new"), shortcut("Busca", "/search")],
    share_target: {
      action: SHARE_PATH,
      method: "POST",
      enctype: "multipart/form-data",
      params: { title: "title", text: "text", url: "url", files: [{ name: "files", accept: SHARED }] },
    },
  };
}

/** The brand's own icons where systems can draw them; else the product's, without which no browser installs anything. */
function iconsOf({ icon, appIcon }: Brand, heads: Heads): Icon[] {
  const whole: Icon[] = icon?.endsWith(".svg")
    ? [{ src: icon, sizes: "any", type: "image/svg+xml", purpose: "any" }]
    : pngOf(icon, heads.icon, "any");
  const cut = pngOf(appIcon, heads.appIcon, "maskable");
  const own = [...whole.length > 0 ? whole : pngOf(appIcon, heads.appIcon, "any"), ...cut];
  return own.length > 0 ? own : OURS;
}

function pngOf(src: string | null, head: Uint8Array | undefined, purpose: Icon["purpose"]): Icon[] {
  const size = head && squarePng(head);
  if (!src || !size || size < SMALLEST_ICON) return [];
  return [{ src, sizes: `${size}x${size}`, type: "image/png", purpose }];
}
