import { msg, t } from "@lingui/core/macro";
import { toast } from "../ui/toast.ts";

/** ms: the longest that a browser counts. It stays until somebody has read it. */
const STAYS = 2 ** 31 - 1;

/** Says so at the edge of the screen, where it is in nobody's way. */
export function tellOfNewVersion(update: () => void): void {
  toast.success(msg`Há uma versão nova`, { stay: STAYS, action: { label: t`Atualizar`, act: update } });
}
