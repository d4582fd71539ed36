import { Trans, useLingui } from "@lingui/react/macro";
import { Upload } from "lucide-react";
import { useState } from "react";
import { FileTrigger, Pressable } from "react-aria-components";
import {
  brand as calls,
  BRAND_PICTURE_TYPES,
  type BrandPicture,
  LARGEST_BRAND_PICTURE,
  SMALLEST_APP_ICON,
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
      <Picture
        which="appIcon"
        label={t`Ícone do aplicativo`}
        hint={t`Na tela inicial do celular, que corta os cantos: quadrado, sem transparência, com o desenho no meio.`}
      />
    </div>
  );
}

function Picture({ which, label, hint }: { which: BrandPicture; label: string; hint: string }) {
  const { t } = useLingui();
  const address = useBrand()[which];
  const { kinds, isBusy, choose, drop } = usePicture(which, label);
  return (
    <div className={css.picture} role="group" aria-label={label}>
      <b>{label}</b>
      {address && (
        <span>
          <img src={address} alt={label} data-cut={which === "appIcon" || undefined} />
        </span>
      )}
      <div>
        <FileTrigger
          acceptedFileTypes={kinds.types}
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
        {hint} {kinds.may}
      </small>
    </div>
  );
}

/** What a picture may be, and how that is said. */
function useKinds(which: BrandPicture) {
  const { t } = useLingui();
  return which === "appIcon"
    ? {
      types: ["image/png"],
      may: t`PNG a partir de ${SMALLEST_APP_ICON} px, até 500 kB.`,
      must: t`O ícone do aplicativo precisa ser um PNG quadrado, a partir de ${SMALLEST_APP_ICON} px.`,
    }
    : {
      types: BRAND_PICTURE_TYPES,
      may: t`PNG, JPG ou SVG, até 500 kB.`,
      must: t`A imagem precisa ser PNG, JPG ou um SVG simples: sem scripts, links ou animações.`,
    };
}

function usePicture(which: BrandPicture, label: string) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const kinds = useKinds(which);
  const save = async (work: () => ReturnType<typeof upload<typeof calls.setPicture>>) => {
    setBusy(true);
    try {
      await showBrand(await work());
      toast.success(t`Operação realizada com sucesso!`);
    } catch (error) {
      if (error instanceof CallError && error.code === "ERR_FILE_TYPE") toast.error(kinds.must);
      else showError(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    kinds,
    isBusy,
    async choose(file: File | undefined) {
      if (!file || isBusy) return;
      if (file.type && !kinds.types.includes(file.type)) return toast.error(kinds.must);
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
