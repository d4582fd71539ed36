import { Trans, useLingui } from "@lingui/react/macro";
import { ExternalLink, Phone, Reply } from "lucide-react";
import { LONGEST_BLANK, type Template } from "../../../src/contract/templates.ts";
import { filledIn } from "../../../src/shared/blanks.ts";
import { TextField } from "../../ui/TextField.tsx";
import { blanksOf, type Filled, type Place, type TemplateFormOf } from "./useTemplateForm.ts";
import css from "./Templates.module.css";

/** A field for each blank, and how it will read. */
export function TemplateForm({ template, form }: { template: Template; form: TemplateFormOf }) {
  const blanks = blanksOf(template);
  const label = useLabels();
  return (
    <>
      {blanks.length > 0 && (
        <div className={css.blanks}>
          {blanks.map(({ place, nth, name }) => (
            <TextField
              key={`${place}.${nth}`}
              name={`${place}.${nth}`}
              label={label(place, name)}
              autoComplete="off"
              maxLength={LONGEST_BLANK}
              value={form.filled[place][nth] ?? ""}
              error={form.errorOf(place, nth)}
              readOnly={form.busy || undefined}
              onText={(text) => form.fill(place, nth, text)}
            />
          ))}
        </div>
      )}
      <Preview template={template} filled={form.filled} />
    </>
  );
}

function useLabels(): (place: Place, name: string) => string {
  const { t } = useLingui();
  return (place, name) => {
    const said = name.replaceAll("_", " ");
    if (place === "header") return t`Título: ${said}`;
    if (place === "buttons") return t`Final do link do botão`;
    return /^\d+$/.test(name) ? t`Variável ${name}` : said;
  };
}

const BUTTON_ICONS: Record<string, typeof Reply> = { URL: ExternalLink, PHONE_NUMBER: Phone };

function Preview({ template: { parts }, filled }: { template: Template; filled: Filled }) {
  const { t } = useLingui();
  return (
    <figure className={css.preview} aria-label={t`Prévia`}>
      <figcaption>
        <Trans>Como o cliente vai ver</Trans>
      </figcaption>
      <div className={css.bubble} dir="auto">
        {parts.header?.text && <b>{filledIn(parts.header.text, filled.header)}</b>}
        <p>{filledIn(parts.body, filled.body)}</p>
        {parts.footer && <small>{parts.footer}</small>}
        {parts.buttons.map(({ type, text }, nth) => {
          const Icon = BUTTON_ICONS[type] ?? Reply;
          return (
            <span key={nth} className={css.button}>
              <Icon size={16} aria-hidden />
              {text}
            </span>
          );
        })}
      </div>
    </figure>
  );
}
