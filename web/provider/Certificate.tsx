import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Upload } from "lucide-react";
import { useState } from "react";
import { FileTrigger, Pressable } from "react-aria-components";
import { type CertificateFault, LARGEST_CERTIFICATE, type Pix, pix as calls } from "../../src/contract/pix.ts";
import { upload } from "../call.ts";
import { CallError } from "../request.ts";
import { Button } from "../ui/Button.tsx";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import { useDates } from "../ui/useDates.ts";
import section from "./ProviderTab.module.css";
import css from "./PixSection.module.css";

/** Why a certificate was not taken, and what to do. */
const CERTIFICATE: Record<CertificateFault, MessageDescriptor> = {
  unreadable: msg`O arquivo não é um certificado .p12 nem .pem que se possa ler. Baixe-o de novo no banco.`,
  passphrase: msg`O certificado tem senha. Baixe no banco um sem senha.`,
  no_certificate: msg`Não há certificado no arquivo.`,
  no_key: msg`No arquivo há só o certificado, sem a chave.`,
  other_key: msg`A chave do arquivo é de outro certificado.`,
  expired: msg`O certificado venceu. Gere outro no banco.`,
  missing: msg`Nada foi salvo. Envie o certificado que o banco lhe deu.`,
};

interface CertificateProps {
  certificate: Pix["certificate"];
  isMissing: boolean;
  onSaved: (pix: Pix) => void;
}

/** The certificate, saved as soon as it is chosen. */
export function Certificate({ certificate, isMissing, onSaved }: CertificateProps) {
  const { t, i18n } = useLingui();
  const { date } = useDates();
  const [now, setNow] = useState(certificate);
  const [fault, setFault] = useState<CertificateFault>();
  const [isBusy, setBusy] = useState(false);
  const wrong = fault ?? (isMissing ? "missing" : undefined);
  const choose = async (file: File | undefined) => {
    if (!file || isBusy) return;
    if (file.size > LARGEST_CERTIFICATE) return setFault("unreadable");
    setFault(undefined);
    setBusy(true);
    try {
      const saved = await upload(calls.setCertificate, {}, [file]);
      setNow(saved.certificate);
      toast.success(t`Certificado guardado.`);
      onSaved(saved);
    } catch (error) {
      if (error instanceof CallError && error.code === "ERR_CERTIFICATE") {
        setFault((error.detail as { reason: CertificateFault }).reason);
      } else showError(error);
    } finally {
      setBusy(false);
    }
  };
  const until = now && date(now.validUntil), set = now?.setAt && date(now.setAt);
  return (
    <div className={section.picture} role="group" aria-label={t`Certificado`}>
      <b>
        <Trans>Certificado</Trans>
      </b>
      <div>
        <FileTrigger acceptedFileTypes={[".p12", ".pfx", ".pem"]} onSelect={(files) => void choose(files?.[0])}>
          <Pressable>
            <Button icon={Upload} variant="secondary" busy={isBusy}>
              {now ? <Trans>Trocar o certificado</Trans> : <Trans>Enviar o certificado</Trans>}
            </Button>
          </Pressable>
        </FileTrigger>
      </div>
      <small>
        {now
          ? set ? <Trans>Definido em {set}; vale até {until}.</Trans> : <Trans>Vale até {until}.</Trans>
          : <Trans>O .p12 sem senha, ou o .pem com a chave, que o banco lhe deu.</Trans>}
      </small>
      {wrong && <p className={css.wrong} role="alert">{i18n._(CERTIFICATE[wrong])}</p>}
    </div>
  );
}
