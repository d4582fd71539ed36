import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { PlugZap, Upload } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { FileTrigger, Pressable } from "react-aria-components";
import {
  type BankFault,
  type CertificateFault,
  LARGEST_CERTIFICATE,
  type Pix,
  pix as calls,
  PixForm as Fields,
} from "../../src/contract/pix.ts";
import { PIX_GATEWAYS, type PixGateway } from "../../src/contract/pix_gateways.ts";
import { readPixKey } from "../../src/shared/pix_key.ts";
import { staticCode } from "../../src/shared/static_code.ts";
import { call, upload } from "../call.ts";
import { CallError } from "../request.ts";
import { Button } from "../ui/Button.tsx";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { Failed } from "../ui/Empty.tsx";
import { QrCode } from "../ui/QrCode.tsx";
import { Select } from "../ui/Select.tsx";
import { showError } from "../ui/showError.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useDates } from "../ui/useDates.ts";
import { isSamePlace, useUnsaved } from "../ui/unsaved.ts";
import { useForm } from "../ui/useForm.ts";
import { useProviderRecord } from "./useProviderRecord.ts";
import section from "./ProviderTab.module.css";
import css from "./PixSection.module.css";

const KEYS = [
  "pixGateway",
  "pixKey",
  "pixName",
  "pixCity",
  "efiAddress",
  "efiClientId",
  "efiClientSecret",
  "efiCertificate",
] as const;

/** How companies pay the provider. */
export function PixSection() {
  const { t } = useLingui();
  const titleId = useId();
  const { record, error, round, retry, show, hold } = useProviderRecord(() => call(calls.show), KEYS);
  const [isChanged, setChanged] = useState(false);
  const noteChanged = (is: boolean) => {
    hold(is);
    setChanged(is);
  };
  return (
    <section className={section.section} aria-labelledby={titleId}>
      <h2 id={titleId}>
        <Trans>Pix</Trans>
      </h2>
      <p>
        <Trans>Como as empresas pagam as faturas.</Trans>
      </p>
      {record
        ? (
          <>
            <PixForm key={round} pix={record} onSaved={show} hold={noteChanged} />
            {record.gateway === "efi" && <BankTest pix={record} isChanged={isChanged} />}
          </>
        )
        : error
        ? <Failed title={t`A configuração do Pix não veio`} error={error} onRetry={retry} />
        : <Skeleton width="100%" height={240} />}
    </section>
  );
}

interface PixFormProps {
  pix: Pix;
  onSaved: (pix: Pix) => void;
  hold: (isChanged: boolean) => void;
}

const GATEWAYS: Record<PixGateway, MessageDescriptor> = {
  "": msg`Sem Pix`,
  key: msg`Só uma chave Pix: você confirma cada pagamento à mão`,
  efi: msg`Banco com a API Pix (Efí): o pagamento se confirma sozinho`,
};

function PixForm({ pix, onSaved, hold }: PixFormProps) {
  const { t, i18n } = useLingui();
  const { form, isUncertified, setUncertified } = usePixForm(pix, onSaved);
  useEffect(() => {
    hold(form.isChanged);
    return () => hold(false);
  }, [form.isChanged]);
  useUnsaved(form.isChanged, undefined, { isBusy: form.busy, survives: isSamePlace });
  const gateway = form.values.gateway ?? "";
  const certified = (saved: Pix) => {
    setUncertified(false);
    if (!form.isChanged) onSaved(saved);
  };
  return (
    <form {...form.props} className={section.form} aria-label={t`Pix`}>
      <ChangedMeanwhile form={form} />
      <Select
        label={t`Como recebe`}
        options={PIX_GATEWAYS.map((value) => ({ value, label: i18n._(GATEWAYS[value]) }))}
        {...form.text("gateway")}
        disabled={form.busy}
      />
      {gateway !== "" && (
        <TextField
          label={t`Chave Pix`}
          autoComplete="off"
          spellCheck={false}
          hint={t`CPF, CNPJ, e-mail, celular com +55 ou chave aleatória.`}
          {...form.text("key")}
        />
      )}
      {gateway === "key" && <KeyFields form={form} />}
      {gateway === "efi" && (
        <>
          <BankFields form={form} pix={pix} />
          <Certificate certificate={pix.certificate} isMissing={isUncertified} onSaved={certified} />
        </>
      )}
      <footer className={section.foot}>
        <Button type="submit" variant="primary" busy={form.busy}>
          <Trans>Salvar o Pix</Trans>
        </Button>
      </footer>
    </form>
  );
}

function usePixForm(pix: Pix, onSaved: (pix: Pix) => void) {
  const { t } = useLingui();
  const [isUncertified, setUncertified] = useState(false);
  const form = useForm(Fields, {
    start: startOf(pix),
    record: pix,
    startOf,
    submit: async (typed, was) => {
      const saved = await call(calls.save, { ...typed, was });
      toast.success(t`Operação realizada com sucesso!`);
      onSaved(saved);
    },
    refused: ({ code }) => {
      if (code === "ERR_CERTIFICATE") setUncertified(true);
      return code === "ERR_CERTIFICATE";
    },
  });
  return { form, isUncertified, setUncertified };
}

type Form = ReturnType<typeof usePixForm>["form"];

function startOf({ gateway, key, name, city, address }: Pix) {
  return { gateway, key, name, city, address, clientId: "", clientSecret: "" };
}

/** What a static code needs besides the key, and the code as payers will see it. */
function KeyFields({ form }: { form: Form }) {
  const { t } = useLingui();
  const code = codeOf(form.values);
  return (
    <>
      <div className={section.half}>
        <TextField label={t`Nome de quem recebe`} autoComplete="off" maxLength={100} {...form.text("name")} />
      </div>
      <div className={section.half}>
        <TextField label={t`Cidade`} autoComplete="off" maxLength={100} {...form.text("city")} />
      </div>
      {code && (
        <figure className={css.preview}>
          <QrCode className={css.paper} text={code} label={t`QR code da sua chave Pix`} />
          <figcaption>
            <Trans>
              Leia com o aplicativo do seu banco e confira o nome, sem pagar. Nas faturas, o código leva também o valor.
            </Trans>
          </figcaption>
        </figure>
      )}
    </>
  );
}

function codeOf({ key = "", name = "", city = "" }: Form["values"]): string | undefined {
  if (!readPixKey(key) || !name.trim() || !city.trim()) return undefined;
  try {
    return staticCode({ key, name, city });
  } catch {
    // Nothing that a code has room for is left of it; saving says so.
    return undefined;
  }
}

function BankFields({ form, pix }: { form: Form; pix: Pix }) {
  const { t } = useLingui();
  const { date } = useDates();
  const kept = (at: string | null) =>
    at === null ? undefined : t`Definido em ${date(at)}; deixe em branco para manter.`;
  const secret = { type: "password", autoComplete: "new-password", maxLength: 200 } as const;
  return (
    <>
      <TextField
        label={t`Endereço da API`}
        autoComplete="off"
        inputMode="url"
        spellCheck={false}
        {...form.text("address")}
      />
      <div className={section.half}>
        <TextField label={t`Client ID`} hint={kept(pix.clientIdAt)} {...secret} {...form.text("clientId")} />
      </div>
      <div className={section.half}>
        <TextField
          label={t`Client Secret`}
          hint={kept(pix.clientSecretAt)}
          {...secret}
          {...form.text("clientSecret")}
        />
      </div>
    </>
  );
}

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
function Certificate({ certificate, isMissing, onSaved }: CertificateProps) {
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

/** What the bank has said, and what to look at. */
const FAULTS: Record<BankFault, MessageDescriptor> = {
  unreachable: msg`O banco não respondeu. Confira o endereço da API e se a rede deste servidor deixa sair.`,
  refused:
    msg`O banco recusou. Confira Client ID, Client Secret, certificado e chave Pix, se a aplicação no banco pode usar o Pix e se ele alcança este endereço por https.`,
  limited: msg`O banco pede para esperar: foram pedidos demais. Tente de novo em alguns minutos.`,
  senseless:
    msg`A resposta não é a de uma API Pix. Confira o endereço da API; o banco também pode estar em manutenção.`,
};

/** Tries what is saved, and has the bank tell us of payments. */
function BankTest({ pix, isChanged }: { pix: Pix; isChanged: boolean }) {
  const { t, i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<BankFault | "good">();
  const siteAddress = pix.siteAddress || location.origin;
  const test = async () => {
    if (isBusy || isChanged) return;
    setSaid(undefined);
    setBusy(true);
    try {
      await call(calls.test, { siteAddress });
      setSaid("good");
    } catch (error) {
      if (error instanceof CallError && error.code === "ERR_BANK") {
        setSaid((error.detail as { fault: BankFault }).fault);
      } else showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={css.test} role="group" aria-label={t`Teste do banco`}>
      <Button icon={PlugZap} variant="secondary" busy={isBusy} aria-disabled={isChanged} onClick={() => void test()}>
        <Trans>Testar e registrar avisos</Trans>
      </Button>
      <small>
        {isChanged
          ? <Trans>Salve antes de testar.</Trans>
          : <Trans>O banco passa a avisar cada pagamento em {siteAddress}.</Trans>}
      </small>
      {said === "good" && (
        <p role="status">
          <Trans>Tudo certo: o banco respondeu e vai avisar os pagamentos.</Trans>
        </p>
      )}
      {said && said !== "good" && <p className={css.wrong} role="alert">{i18n._(FAULTS[said])}</p>}
    </div>
  );
}
