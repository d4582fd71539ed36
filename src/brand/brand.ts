import type { Read } from "../platform/company.ts";
import { providerSetting } from "../provider_settings/provider_settings.ts";

/** The product as its provider's customers know it. */
export interface ProductBrand {
  name: string;
  /** `#rrggbb`, or null: the product's own blue. */
  color: string | null;
  /** The names of the pictures in the folder `public`, with their kind; null: the product's own mark. */
  logo: string | null;
  icon: string | null;
}

/** How the product is named and drawn. `db` is provider.db here, always. */
export function brandOf(db: Read): ProductBrand {
  return {
    name: providerSetting(db, "brandName"),
    color: providerSetting(db, "brandColor") || null,
    logo: providerSetting(db, "brandLogo") || null,
    icon: providerSetting(db, "brandIcon") || null,
  };
}
