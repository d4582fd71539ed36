import { Trans, useLingui } from "@lingui/react/macro";
import { type ChosenTemplate, LONGEST_BLANK, type Template } from "../../src/contract/templates.ts";
import { filledIn } from "../../src/shared/blanks.ts";
import { useList } from "../list/pagedList.ts";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { templateList } from "./schedules.ts";
import css from "./ScheduleDialog.module.css";

const PLACES = ["header", "body", "buttons"] as const;
type Place = typeof PLACES[number];

interface TemplatePartProps {
  connectionId: number;
  value: ChosenTemplate | null;
  /** What was chosen or filled in, and how it reads. */
  onValue: (value: ChosenTemplate | null, reads: string) => void;
  disabled: boolean;
  error?: string;
}

/** At the Cloud API a message for later may go by an approved text: who has been silent for a day gets no other. */
export function TemplatePart({ connectionId, value, onValue, disabled, error }: TemplatePartProps) {
  const { t } = useLingui();
  const all = useList(templateList, { id: connectionId }).rows.filter(({ isSendable }) => isSendable);
  const template = all.find(({ name, language }) => name === value?.name && language === value.language);
  const choose = (id: string) => {
    const next = all.find((one) => String(one.id) === id);
    if (next) onValue(unfilled(next), readsAs(next, unfilled(next)));
    else onValue(null, "");
  };
  return (
    <>
      <Select
        label={t`Modelo`}
        placeholder={t`Nenhum: texto livre`}
        hint={value ? undefined : t`Texto livre só chega a quem tiver escrito nas 24 horas antes do envio.`}
        options={all.map(({ id, name, language }) => ({ value: String(id), label: `${name} (${language})` }))}
        value={template ? String(template.id) : ""}
        onText={choose}
        disabled={disabled}
        error={error}
      />
      {template && value && <Blanks {...{ template, value, onValue, disabled }} />}
    </>
  );
}

interface BlanksProps extends Pick<TemplatePartProps, "onValue" | "disabled"> {
  template: Template;
  value: ChosenTemplate;
}

function Blanks({ template, value, onValue, disabled }: BlanksProps) {
  const { t } = useLingui();
  const { filled } = value, reads = readsAs(template, value);
  const label = (place: Place, name: string) =>
    place === "header" ? t`Título: ${name}` : place === "buttons" ? t`Final do link do botão` : t`Variável ${name}`;
  const fill = (place: Place, nth: number, text: string) => {
    const next = { ...value, filled: { ...filled, [place]: filled[place].with(nth, text) } };
    onValue(next, readsAs(template, next));
  };
  return (
    <>
      {PLACES.flatMap((place) =>
        template.blanks[place].map((name, nth) => (
          <TextField
            key={`${place}.${nth}`}
            name={`template.filled.${place}.${nth}`}
            label={label(place, name)}
            autoComplete="off"
            required
            maxLength={LONGEST_BLANK}
            value={filled[place][nth] ?? ""}
            onText={(text) => fill(place, nth, text)}
            readOnly={disabled}
          />
        ))
      )}
      <figure className={css.reads}>
        <figcaption>
          <Trans>Como o cliente vai ver</Trans>
        </figcaption>
        <p dir="auto">{reads}</p>
      </figure>
    </>
  );
}

function unfilled({ name, language, blanks }: Template): ChosenTemplate {
  const none = (place: Place) => blanks[place].map(() => "");
  return { name, language, filled: { header: none("header"), body: none("body"), buttons: none("buttons") } };
}

function readsAs({ parts }: Template, { filled }: ChosenTemplate): string {
  return [filledIn(parts.header?.text ?? "", filled.header), filledIn(parts.body, filled.body), parts.footer]
    .filter(Boolean).join("\n\n");
}
