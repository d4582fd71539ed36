import { Trans, useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import type { Connection } from "../../src/contract/connections.ts";
import { type Webchat, webchat as calls, WebchatForm } from "../../src/contract/webchat.ts";
import { call } from "../call.ts";
import { useList } from "../list/pagedList.ts";
import { Button } from "../ui/Button.tsx";
import { ColorField } from "../ui/ColorField.tsx";
import { copyText } from "../ui/copyText.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { FormFoot } from "../ui/FormFoot.tsx";
import { Segments } from "../ui/Segments.tsx";
import { Select } from "../ui/Select.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useUnsaved } from "../ui/unsaved.ts";
import { useForm } from "../ui/useForm.ts";
import { connectionList } from "./connections.ts";
import { WebchatPreview } from "./WebchatPreview.tsx";
import css from "./WebchatDialog.module.css";

interface WebchatDialogProps {
  connection: Connection;
  webchat: Webchat;
  onClose: () => void;
}

type Form = ReturnType<typeof useWebchatForm>;

/** A web chat's look, on which pages it may be shown, and the line that puts it there. */
export default function WebchatDialog({ connection, webchat, onClose }: WebchatDialogProps) {
  const { t } = useLingui();
  const form = useWebchatForm({ connection, webchat, onClose });
  const close = useUnsaved(form.isChanged, onClose, { isBusy: form.busy });
  const { name } = connection;
  return (
    <Dialog
      title={t`Chat do site: ${name}`}
      width={880}
      onClose={close}
      form={form.props}
      bodyClassName={css.body}
      foot={
        <FormFoot onCancel={close} busy={form.busy}>
          <Trans>Salvar</Trans>
        </FormFoot>
      }
    >
      <div className={css.fields}>
        <Line webchat={webchat} />
        <Origins form={form} />
        <Look form={form} />
        <AskedFirst form={form} />
        <Handover form={form} />
      </div>
      <WebchatPreview webchat={{ ...webchat, ...form.values } as Webchat} />
    </Dialog>
  );
}

function useWebchatForm({ connection, webchat, onClose }: WebchatDialogProps) {
  const { t } = useLingui();
  const { key: _, ...start } = webchat;
  return useForm(WebchatForm, {
    start,
    submit: async (form) => {
      await call(calls.change, { id: connection.id, ...form });
      toast.success(t`Chat do site salvo.`);
      onClose();
    },
  });
}

/** What is put into the page, in one line. */
function Line({ webchat: { key } }: Pick<WebchatDialogProps, "webchat">) {
  const { t } = useLingui();
  const line = `<script src="${location.origin}/widget.js" data-key="${key}" async></script>`;
  return (
    <div className={css.line}>
      <b>
        <Trans>Cole esta linha nas páginas do site</Trans>
      </b>
      <code>{line}</code>
      <Button
        variant="secondary"
        size="small"
        icon={Copy}
        onClick={() => void copyText(line, t`Linha copiada.`)}
      >
        <Trans>Copiar</Trans>
      </Button>
    </div>
  );
}

function Origins({ form }: { form: Form }) {
  const { t } = useLingui();
  const { origins = [] } = form.values, isEmpty = origins.every((origin) => !origin.trim());
  const wrong = origins.map((_, nth) => form.problemOn(`origins.${nth}`)).find(Boolean);
  return (
    <TextArea
      name="origins"
      label={t`Endereços do site`}
      hint={isEmpty
        ? t`Nenhum endereço: por enquanto o chat só aparece na prévia. Um por linha, como https://www.padaria.com.br.`
        : t`Um por linha, sem caminho. Um * sozinho deixa qualquer página do mundo mostrar o chat.`}
      rows={2}
      spellCheck={false}
      autoCapitalize="none"
      value={origins.join("\n")}
      error={wrong ?? form.problemOn("origins")}
      readOnly={form.busy}
      onText={(text) => {
        form.change("origins", text === "" ? [] : text.split("\n"));
        // What was wrong with a line is said of that line, which may be another now.
        if (wrong) form.mark({});
      }}
    />
  );
}

function Look({ form }: { form: Form }) {
  const { t } = useLingui();
  const { color = "", position = "right", theme = "auto" } = form.values;
  return (
    <>
      <TextField label={t`Título`} hint={t`Vazio, vale o nome da empresa.`} {...form.text("title")} />
      <TextArea
        label={t`Primeira linha`}
        hint={t`O que se lê antes de escrever.`}
        rows={2}
        {...form.text("greeting")}
      />
      <ColorField
        label={t`Cor`}
        presets={[
          { color: "#2563eb", name: t`Azul` },
          { color: "#0e7490", name: t`Petróleo` },
          { color: "#15803d", name: t`Verde` },
          { color: "#c2570c", name: t`Laranja` },
          { color: "#be123c", name: t`Vermelho` },
          { color: "#6d4fc4", name: t`Roxo` },
          { color: "#1f2937", name: t`Grafite` },
        ]}
        value={color}
        error={form.problemOn("color")}
        disabled={form.busy}
        onColor={(chosen) => form.change("color", chosen)}
      />
      <div className={css.pair}>
        <span>
          <b>
            <Trans>Lado da página</Trans>
          </b>
          <Segments
            label={t`Lado da página`}
            value={position}
            onValue={(value) => form.change("position", value)}
            options={[{ value: "left", label: t`Esquerda` }, { value: "right", label: t`Direita` }]}
          />
        </span>
        <span>
          <b>
            <Trans>Tema</Trans>
          </b>
          <Segments
            label={t`Tema`}
            value={theme}
            onValue={(value) => form.change("theme", value)}
            options={[
              { value: "auto", label: t`Automático` },
              { value: "light", label: t`Claro` },
              { value: "dark", label: t`Escuro` },
            ]}
          />
        </span>
      </div>
    </>
  );
}

function AskedFirst({ form }: { form: Form }) {
  const { t } = useLingui();
  const options = [
    { value: "off", label: t`Não perguntar` },
    { value: "optional", label: t`Opcional` },
    { value: "required", label: t`Obrigatório` },
  ];
  return (
    <fieldset className={css.asked}>
      <legend>
        <Trans>Perguntar antes da conversa</Trans>
      </legend>
      <div>
        <Select label={t`Nome`} options={options} {...form.text("askName")} />
        <Select label={t`E-mail`} options={options} {...form.text("askEmail")} />
        <Select label={t`Telefone`} options={options} {...form.text("askPhone")} />
      </div>
      <small>
        <Trans>
          E-mail e telefone ficam nas informações do contato. Ninguém os confirma: não juntam o visitante a outro
          contato.
        </Trans>
      </small>
    </fieldset>
  );
}

/** Numbers of WhatsApp's where a visitor may go on. */
function Handover({ form }: { form: Form }) {
  const { t } = useLingui();
  const { rows } = useList(connectionList, {});
  const { handoverId = null } = form.values;
  return (
    <Select
      label={t`Continuar no WhatsApp`}
      hint={t`O visitante leva um código; quem atende vê de que conversa ele veio.`}
      value={handoverId === null ? "" : String(handoverId)}
      error={form.problemOn("handoverId")}
      onText={(value) => form.change("handoverId", value === "" ? null : Number(value))}
      options={[
        { value: "", label: t`Não oferecer` },
        ...rows.filter(({ channel }) => channel === "whatsapp").map(({ id, name }) => ({
          value: String(id),
          label: name,
        })),
      ]}
    />
  );
}
