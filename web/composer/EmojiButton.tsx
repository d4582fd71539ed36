import { useLingui } from "@lingui/react/macro";
import { Smile } from "lucide-react";
import { Suspense } from "react";
import { IconButton } from "../ui/IconButton.tsx";
import { Popover } from "../ui/Popover.tsx";
import { lazy } from "../ui/part.ts";
import css from "./Composer.module.css";

const EmojiPicker = lazy(() => import("./emoji/EmojiPicker.tsx"));

/** Puts emojis where the cursor is. */
export function EmojiButton({ disabled, onPick }: { disabled: boolean; onPick: (emoji: string) => void }) {
  const { t } = useLingui();
  return (
    <Popover
      label={t`Emojis`}
      align="start"
      className={css.emojis}
      trigger={(trigger) => <IconButton {...trigger} icon={Smile} label={t`Emojis`} disabled={disabled} />}
    >
      {() => (
        <Suspense>
          <EmojiPicker onPick={onPick} />
        </Suspense>
      )}
    </Popover>
  );
}
