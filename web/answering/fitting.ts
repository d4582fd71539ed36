import { t } from "@lingui/core/macro";
import type { ConnectionKind } from "../../src/contract/channels.ts";
import { largestFileAt } from "../../src/contract/file_limits.ts";
import { toast } from "../ui/toast.ts";

/** Those of the chosen files that the channel takes; of the others it is said how large they may be. */
export function fitting(kind: ConnectionKind, files: readonly File[]): File[] {
  return files.filter((file) => {
    // Pictures are made lighter before they leave.
    const most = file.type.startsWith("image/") ? Infinity : largestFileAt(kind, file.type);
    if (file.size <= most) return true;
    const { name } = file, megabytes = most / 1_000_000;
    toast.error(t`“${name}” passa de ${megabytes} MB, o máximo deste canal para este tipo de arquivo.`);
    return false;
  });
}
