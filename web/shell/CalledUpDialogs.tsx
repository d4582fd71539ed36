import { withPageTexts } from "../i18n/i18n.ts";
import { useMe } from "../session.ts";
import { lazy } from "../ui/part.ts";
import type { CalledUp } from "./commandBar.ts";
import CommandBar from "./commands/CommandBar.tsx";
import "./upkeep.ts";

const ByHandDialog = lazy(() => withPageTexts(import("../installed/ByHandDialog.tsx")));
const KeysDialog = lazy(() => import("./commands/KeysDialog.tsx"));
const PushDialog = lazy(() => withPageTexts(import("../push/PushDialog.tsx")));
const SecurityDialog = lazy(() => withPageTexts(import("../security/SecurityDialog.tsx")));
const UserDialog = lazy(() => withPageTexts(import("../users/UserDialog.tsx")));

const DIALOGS = {
  commands: CommandBar,
  install: ByHandDialog,
  keys: KeysDialog,
  profile: Profile,
  push: PushDialog,
  security: SecurityDialog,
};

interface CalledUpProps {
  what: CalledUp;
  onClose: () => void;
}

/** What may be called up. It comes later than the page, and with it what goes on beside it from then on. */
export default function CalledUpDialogs({ what, onClose }: CalledUpProps) {
  const Dialog = DIALOGS[what];
  return <Dialog onClose={onClose} />;
}

/** The dialog of a user, for the person's own record (spec 1 §2.2). */
function Profile({ onClose }: { onClose: () => void }) {
  const { id, name, email, profile, queues, revision } = useMe();
  return <UserDialog user={{ id, name, email, profile, queues, revision }} onClose={onClose} />;
}
