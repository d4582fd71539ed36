import type { Brand } from "../contract/brand.ts";
import { accentsOf } from "../shared/accent.ts";

const BLUE = "#2563eb";
/** The canvas in the light theme (web/styles/tokens.css). */
const CANVAS = "#f0f2f5";
/** What systems begin with where they draw an app's icon (px); a smaller one would be drawn in ours instead. */
const SMALLEST_ICON = 144;

/** Where the system brings what is shared with the app; its service worker takes it there (web/worker/share.ts). */
export const SHARE_PATH = "/share";

/** The product's own icons: as they are, and with the room around that a system cuts into its own shape. */
const OURS = [
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
 * system lets people do with it. `icon` are the first bytes of the brand's icon, where it has one.
 */
export function manifestOf(brand: Brand, icon: Uint8Array | undefined): object {
  const shortcut = (name: string, url: string) => ({ name, url, icons: [{ src: "/icons/192.png", sizes: "192x192" }] });
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
    icons: iconsOf(brand.icon, icon),
    shortcuts: [shortcut("Novo atendimento", "/new"), shortcut("Busca", "/search")],
    share_target: {
      action: SHARE_PATH,
      method: "POST",
      enctype: "multipart/form-data",
      params: { title: "title", text: "text", url: "url", files: [{ name: "files", accept: SHARED }] },
    },
  };
}

/** The brand's own icon where systems can draw it; else the product's, without which no browser installs anything. */
function iconsOf(src: string | null, bytes: Uint8Array | undefined): object[] {
  if (src?.endsWith(".svg")) return [{ src, sizes: "any", type: "image/svg+xml", purpose: "any" }];
  const size = bytes && squarePng(bytes);
  return src && size ? [{ src, sizes: `${size}x${size}`, type: "image/png", purpose: "any" }] : OURS;
}

/** How wide and high (px) a PNG is (W3C, PNG, §11.2.1 IHDR); nothing when it is no square that an icon may be. */
export function squarePng(bytes: Uint8Array): number | undefined {
  if (bytes.length < 24 || bytes[0] !== 0x89 || String.fromCharCode(...bytes.subarray(1, 4)) !== "PNG") {
    return undefined;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const width = view.getUint32(16), height = view.getUint32(20);
  return width === height && width >= SMALLEST_ICON ? width : undefined;
}
