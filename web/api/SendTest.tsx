import { Trans, useLingui } from "@lingui/react/macro";
import { msg } from "@lingui/core/macro";
import { Paperclip, SendHorizontal } from "lucide-react";
import { useState } from "react";
import { FileTrigger, Pressable } from "react-aria-components";
import * as z from "zod/mini";
import { LONGEST_TEXT } from "../../src/contract/messages.ts";
import { typed } from "../../src/contract/fields.ts";
import { LARGEST_FILE } from "../../src/shared/limits.ts";
import { Button } from "../ui/Button.tsx";
import { dateLocale } from "../ui/dates.ts";
import { sizeText } from "../ui/sizes.ts";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useForm } from "../ui/useForm.ts";
import { sendTest } from "./sendTest.ts";
import css from "./ApiPage.module.css";

const Fields = z.object({
  token: typed(1, 200),
  number: z.string().check(z.minLength(1), z.regex(/^\d{8,15}$/)),
  body: typed(0, LONGEST_TEXT),
});
const TextFields = z.extend(Fields, { body: typed(1, LONGEST_TEXT) });

/** Sends one message as an external system would: with a token, and for real. */
export function SendTest({ what, title }: { what: "text" | "media"; title: string }) {
  const { t } = useLingui();
  const [file, setFile] = useState<File>(), [hasNone, setNone] = useState(false);
  const form = useForm(what === "text" ? TextFields : Fields, {
    start: { token: "", number: "", body: "" },
    words: { invalid: msg`Só algarismos: 5511987654321` },
    submit: async ({ token, number, body }) => {
      if (what === "media" && !file) return setNone(true);
      await sendTest({ token, number, body, file: what === "media" ? file : undefined });
      toast.success(t`Mensagem enviada com sucesso`);
    },
  });
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > LARGEST_FILE) return toast.error(t`O arquivo é grande demais.`);
    setNone(false);
    setFile(chosen);
  };
  return (
    <section className={css.card} aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <form {...form.props} className={css.test}>
        <TextField label={t`Token cadastrado`} type="password" autoComplete="off" {...form.text("token")} />
        <TextField
          label={t`Número`}
          inputMode="numeric"
          autoComplete="off"
          placeholder="5511987654321"
          {...form.text("number")}
        />
        {what === "text" && <TextArea label={t`Mensagem`} rows={2} {...form.text("body")} />}
        {what === "media" && (
          <div
            className={css.drop}
            data-bad={hasNone || undefined}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => (event.preventDefault(), choose(event.dataTransfer.files[0]))}
          >
            <Paperclip size={16} aria-hidden />
            <span role={hasNone ? "alert" : undefined}>
              {file
                ? `${file.name}, ${sizeText(file.size, dateLocale())}`
                : hasNone
                ? <Trans>Escolha um arquivo</Trans>
                : <Trans>Solte aqui</Trans>}
            </span>
            <FileTrigger onSelect={(files) => choose(files?.[0])}>
              <Pressable>
                <Button size="small" aria-label={t`Escolher o arquivo`}>
                  <Trans>Escolher</Trans>
                </Button>
              </Pressable>
            </FileTrigger>
          </div>
        )}
        <footer>
          <span>
            <Trans>Envia de verdade</Trans>
          </span>
          <Button
            type="submit"
            variant={what === "text" ? "primary" : "secondary"}
            icon={SendHorizontal}
            busy={form.busy}
          >
            <Trans>Enviar</Trans>
          </Button>
        </footer>
      </form>
    </section>
  );
}
