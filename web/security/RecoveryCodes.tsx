import { Trans, useLingui } from "@lingui/react/macro";
import { Copy, Download } from "lucide-react";
import { brandName } from "../brand.ts";
import { Button } from "../ui/Button.tsx";
import { copyText } from "../ui/copyText.ts";
import css from "./Security.module.css";

/** Ten codes for the day when the phone is lost, to be copied or kept as a file. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useLingui();
  const text = codes.join("\n");
  const copy = () => void copyText(text);
  return (
    <>
      <p>
        <Trans>
          Se perder o celular, cada um destes códigos deixa você entrar uma vez. Guarde-os em lugar seguro: eles não são
          mostrados de novo.
        </Trans>
      </p>
      <ul className={css.codes} aria-label={t`Códigos de recuperação`}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={css.actions}>
        <Button size="small" variant="secondary" icon={Copy} onClick={copy}>
          <Trans>Copiar</Trans>
        </Button>
        <Button size="small" variant="secondary" icon={Download} onClick={() => save(text)}>
          <Trans>Baixar</Trans>
        </Button>
      </div>
    </>
  );
}

function save(text: string): void {
  const href = URL.createObjectURL(new Blob([`${brandName()}\n\n${text}\n`], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href, download: "balcao-codigos.txt" }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
