import { BRAND_PATH, brandOf, brandShown } from "../brand/brand.ts";
import type { Read } from "../platform/company.ts";
import { linkTo } from "./mail_server.ts";
import type { Sender } from "./texts.ts";

/** In whose name e-mails are written. `db` is provider.db here, always. */
export function mailSender(db: Read): Sender {
  const { name, color, logo } = brandOf(db), { helpLink, termsUrl, privacyUrl } = brandShown(db);
  // Mail programs draw no SVG. The address is that of whichever logo there is when the e-mail is read.
  const isDrawn = logo !== null && !logo.endsWith(".svg");
  const links = { helpLink, termsUrl, privacyUrl };
  return { name, color, logo: isDrawn ? linkTo(db, `${BRAND_PATH}/logo`) : null, ...links };
}
