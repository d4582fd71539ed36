import { atom, getDefaultStore, useAtomValue } from "jotai";
import type { Brand } from "../src/contract/brand.ts";
import { onEvent } from "./live.ts";
import { sendJson } from "./request.ts";

/** The product under its own name. */
export const OURS: Brand = {
  name: "Balcão",
  color: null,
  logo: null,
  icon: null,
  appIcon: null,
  helpLink: null,
  termsUrl: null,
  privacyUrl: null,
  hasMail: false,
  signUp: false,
  revision: 0,
};

/** The server has put it into the page (src/brand/page.ts), so that nothing is drawn under another name first. */
function inPage(): Brand | undefined {
  const text = globalThis.document?.getElementById("brand")?.textContent;
  return text ? JSON.parse(text) : undefined;
}

/** How the product is named and drawn; kept live while somebody is logged in. */
export const brandAtom = atom<Brand>(inPage() ?? OURS);

export function useBrand(): Brand {
  return useAtomValue(brandAtom);
}

/** The name as it is now, outside of components. */
export function brandName(): string {
  return getDefaultStore().get(brandAtom).name;
}

/** Shows the product under another name and in another colour. */
export async function showBrand(brand: Brand): Promise<void> {
  const store = getDefaultStore(), before = store.get(brandAtom);
  store.set(brandAtom, brand);
  if (brand.color === before.color) return;
  const { accentStyle } = await import("../src/shared/accent.ts");
  const style = document.getElementById("brand-style") ?? document.head.appendChild(document.createElement("style"));
  style.id = "brand-style";
  style.textContent = accentStyle(brand.color);
}

/** Once, at the start of the page. */
export function startBrand(): void {
  onEvent("brand", ({ record }) => void showBrand(record));
  // Pages that another server has built, as in development.
  if (!inPage()) {
    sendJson("GET", { address: "/api/brand" }, null).then((brand) => showBrand(brand as Brand), () => {});
  }
}
