import { Suspense } from "react";
import { withPageTexts } from "../i18n/i18n.ts";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import type { Shown } from "./CompanyForm.tsx";

const UserDialog = lazyDialog(() => import("../users/UserDialog.tsx"));
const RestoreDialog = lazyDialog(() => withPageTexts(import("../restoring/RestoreDialog.tsx")));
const PasswordLinkDialog = lazyDialog(() =>
  import("../users/PasswordLinkDialog.tsx").then(({ PasswordLinkDialog }) => ({ default: PasswordLinkDialog }))
);

/** They stand over the page however often the form below begins anew. */
export function CompanyDialogs({ shown, onClose }: { shown?: Shown; onClose: () => void }) {
  if (!shown) return null;
  const { company } = shown;
  return (
    <Suspense>
      {"restore" in shown
        ? <RestoreDialog company={company} onClose={onClose} />
        : "user" in shown
        ? <UserDialog user={shown.user} of={company} onClose={onClose} />
        : (
          <PasswordLinkDialog
            user={{ id: shown.invitation.userId, name: company.name, email: company.email }}
            of={company}
            made={shown.invitation.link ?? undefined}
            sentUntil={shown.invitation.mailedUntil ?? undefined}
            onClose={onClose}
          />
        )}
    </Suspense>
  );
}
