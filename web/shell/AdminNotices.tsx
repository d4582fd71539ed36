import { Suspense } from "react";
import { useBrand } from "../brand.ts";
import { withPageTexts } from "../i18n/i18n.ts";
import { useSetting } from "../session.ts";
import { part } from "../ui/part.ts";

const ConfirmEmailBanner = part(() => withPageTexts(import("../security/ConfirmEmail.tsx")));
const HoldBanner = part(() => withPageTexts(import("../holding/HoldBanner.tsx")));
const FirstSteps = part(() => withPageTexts(import("../first_steps/FirstSteps.tsx")));

/** What stands above every page of an administrator, who has signed up, decides, and sets the company up. */
export default function AdminNotices() {
  const { hasMail } = useBrand();
  const setting = useSetting("firstSteps");
  return (
    <Suspense>
      {hasMail && <ConfirmEmailBanner />}
      <HoldBanner />
      {["new", "shown"].includes(setting) && <FirstSteps />}
    </Suspense>
  );
}
