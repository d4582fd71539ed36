import { useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { copyText } from "../ui/copyText.ts";
import { IconButton } from "../ui/IconButton.tsx";
import css from "./Copied.module.css";

/** What is to be typed in elsewhere. */
export function Copied({ label, value }: { label: string; value: string }) {
  const { t } = useLingui();
  return (
    <span className={css.copied}>
      <small>{label}</small>
      <code>{value}</code>
      <IconButton size="small" icon={Copy} label={t`Copiar: ${label}`} onClick={() => void copyText(value)} />
    </span>
  );
}
