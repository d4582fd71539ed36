import { useAtomValue } from "jotai";
import { lazy, Suspense, useEffect } from "react";
import { useMe } from "../session.ts";
import { calledUpAtom, callUp, useShellKeys } from "./commandBar.ts";
import { withPageTexts } from "../i18n/i18n.ts";

const readCommandBar = () => import("./commands/CommandBar.tsx");
const CommandBar = lazy(readCommandBar);
const KeysDialog = lazy(() => import("./commands/KeysDialog.tsx"));

const SecurityDialog = lazy(() => withPageTexts(import("../security/SecurityDialog.tsx")));
const UserDialog = lazy(() => withPageTexts(import("../users/UserDialog.tsx")));

/** Read when the page has had time (ms) for what is more urgent, so that it opens at once. */
const READY_AFTER = 4000;

/** The command bar and the list of keys, when they are called up. */
export function CalledUp() {
  useShellKeys();
  const what = useAtomValue(calledUpAtom);
  const close = () => callUp(null);
  useEffect(() => {
    const clock = setTimeout(() => void readCommandBar().catch(() => {}), READY_AFTER);
    return () => clearTimeout(clock);
  }, []);
  return (
    <Suspense>
      {what === "commands" && <CommandBar onClose={close} />}
      {what === "profile" && <Profile onClose={close} />}
      {what === "security" && <SecurityDialog onClose={close} />}
      {what === "keys" && <KeysDialog onClose={close} />}
    </Suspense>
  );
}

/** The dialog of a user, for the person's own record (spec 1 §2.2). */
function Profile({ onClose }: { onClose: () => void }) {
  const { id, name, email, profile, queues, revision } = useMe();
  return <UserDialog user={{ id, name, email, profile, queues, revision }} onClose={onClose} />;
}
