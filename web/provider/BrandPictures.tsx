import { Trans, useLingui } from "@lingui/react/macro";
import { Upload } from "lucide-react";
import { useState } from "react";
import { FileTrigger, Pressable } from "react-aria-components";
import {
  brand as calls,
  BRAND_PICTURE_TYPES,
  type BrandPicture,
  LARGEST_BRAND_PICTURE,
} from "../../src/contract/brand.ts";
import { showBrand, useBrand } from "../brand.ts";
import { call, upload } from "../call.ts";
import { CallError } from "../request.ts";
import { Button } from "../ui/Button.tsx";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import css from "./ProviderTab.module.css";

/** The logo and the icon, each saved as soon as it is chosen. */
export function BrandPictures() {
  const { t } = useLingui();
  return (
    <div className={css.pictures}>
      <Picture which="logo" label={t`Logotipo`} hint={t`No menu, na entrada e nos e-mails (ali, PNG ou JPG).`} />
      <Picture which="icon" label={t`Ícone`} hint={t`Quadrado; na aba do navegador e como aplicativo.`} />
    </div>
  );
}

function Picture({ which, label, hint }: { which: BrandPicture; label: string; hint: string }) {
  const { t } = useLingui();
  const address = useBrand()[which];
  const { isBusy, choose, drop } = usePicture(which, label);
  return (
    <div className={css.picture} role="group" aria-label={label}>
      <b>{label}</b>
      {address && (
        <span>
          <img src={address} alt={label} />
        </span>
      )}
      <div>
        <FileTrigger
          acceptedFileTypes={[".png", ".jpg", ".jpeg", ".svg"]}
          onSelect={(files) => void choose(files?.[0])}
        >
          <Pressable>
            <Button icon={Upload} variant="secondary" busy={isBusy}>
              {address ? <Trans>Trocar</Trans> : <Trans>Escolher imagem</Trans>}
            </Button>
          </Pressable>
        </FileTrigger>
        {address && (
          <Button aria-label={t`Remover: ${label}`} aria-disabled={isBusy} onClick={() => void drop()}>
            <Trans>Remover</Trans>
          </Button>
        )}
      </div>
      <small>
        {hint} <Trans>PNG, JPG ou SVG, até 500 kB.</Trans>
      </small>
    </div>
  );
}

function usePicture(which: BrandPicture, label: string) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const save = async (work: () => ReturnType<typeof upload<typeof calls.setPicture>>) => {
    setBusy(true);
    try {
      await showBrand(await work());
      toast.success(t`Operação realizada com sucesso!`);
    } catch (error) {
      const isRefused = error instanceof CallError && error.code === "ERR_FILE_TYPE";
      if (isRefused) toast.error(t`A imagem precisa ser PNG, JPG ou um SVG simples: sem scripts, links ou animações.`);
      else showError(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    async choose(file: File | undefined) {
      if (!file || isBusy) return;
      if (file.type && !BRAND_PICTURE_TYPES.includes(file.type)) {
        return toast.error(t`A imagem precisa ser PNG, JPG ou um SVG simples: sem scripts, links ou animações.`);
      }
      if (file.size > LARGEST_BRAND_PICTURE) return toast.error(t`A imagem pode ter até 500 kB.`);
      await save(() => upload(calls.setPicture, { key: which }, [file]));
    },
    async drop() {
      if (isBusy) return;
      const isSure = await confirm({
        title: t`Remover: ${label}?`,
        text: t`Volta ao desenho de costume.`,
        yes: t`Remover`,
      });
      if (isSure) await save(() => call(calls.dropPicture, { key: which }));
    },
  };
}
