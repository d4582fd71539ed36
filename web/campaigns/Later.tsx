import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import { LONGEST_CAMPAIGN_TEXT, MOST_FOLLOW_UPS, type Repeat } from "../../src/contract/campaigns.ts";
import { useList } from "../list/pagedList.ts";
import { Button } from "../ui/Button.tsx";
import { DateField } from "../ui/DateField.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Select } from "../ui/Select.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { typedNumber } from "../ui/typedNumber.ts";
import { Fold, queueChoices } from "./AudienceFields.tsx";
import type { PartProps } from "./FirstFields.tsx";
import css from "./Folds.module.css";

/** What happens afterwards: where answers go, what follows without one, and when all of it comes again. */
export function Later({ isByTemplate, ...props }: PartProps & { isByTemplate: boolean }) {
  return (
    <>
      <Answers {...props} />
      {/* Over the Cloud API nobody may be written to again before they answer. */}
      {!isByTemplate && <FollowUps {...props} />}
      <Repetition {...props} />
    </>
  );
}

function Answers({ form, isLocked }: PartProps) {
  const { t } = useLingui();
  const all = useList(queueChoices, {}).rows;
  return (
    <div className={css.row}>
      <Select
        label={t`Fila das respostas`}
        options={[
          { value: "", label: t`A da conexão` },
          ...all.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...form.text("queueId")}
        onText={(text) => form.change("queueId", text ? Number(text) : null)}
        disabled={isLocked}
      />
    </div>
  );
}

function FollowUps({ form, isLocked }: PartProps) {
  const { t } = useLingui();
  const steps = form.values.followUps ?? [];
  const set = (next: typeof steps) => form.change("followUps", next);
  const change = (nth: number, change: Partial<typeof steps[number]>) =>
    set(steps.map((step, at) => at === nth ? { ...step, ...change } : step));
  return (
    <Fold title={t`Mensagens seguintes`} isFilled={steps.length > 0}>
      <p className={css.hint}>
        <Trans>Saem só para quem não respondeu; a primeira resposta encerra.</Trans>
      </p>
      {steps.map((step, nth) => (
        <div key={nth} className={css.step}>
          <TextField
            label={t`Depois de (dias)`}
            name={`followUps.${nth}.afterDays`}
            inputMode="numeric"
            value={String(step.afterDays)}
            // What is no number is refused when the form is sent.
            onText={(text) => change(nth, { afterDays: typedNumber(text) as number })}
            error={form.problemOn(`followUps.${nth}.afterDays`)}
            readOnly={isLocked}
          />
          <TextArea
            label={t`Mensagem seguinte ${nth + 1}`}
            name={`followUps.${nth}.message`}
            rows={3}
            maxLength={LONGEST_CAMPAIGN_TEXT}
            value={step.message}
            onText={(message) => change(nth, { message })}
            error={form.problemOn(`followUps.${nth}.message`)}
            readOnly={isLocked}
          />
          {!isLocked && (
            <IconButton
              label={t`Tirar a mensagem seguinte ${nth + 1}`}
              icon={Trash2}
              onClick={() => set(steps.filter((_, at) => at !== nth))}
            />
          )}
        </div>
      ))}
      {!isLocked && steps.length < MOST_FOLLOW_UPS && (
        <Button
          variant="secondary"
          size="small"
          icon={Plus}
          onClick={() => set([...steps, { afterDays: 2, message: "" }])}
        >
          <Trans>Mensagem seguinte</Trans>
        </Button>
      )}
    </Fold>
  );
}

function Repetition({ form, isLocked }: PartProps) {
  const { t } = useLingui();
  const repeats = (form.values.repeats ?? null) as Repeat | null;
  return (
    <Fold title={t`Repetição`} isFilled={repeats !== null}>
      <div className={css.row}>
        <Select
          label={t`Repetir`}
          options={[
            { value: "", label: t`Não repetir` },
            { value: "day", label: t`Todo dia` },
            { value: "week", label: t`Toda semana` },
            { value: "month", label: t`Todo mês` },
          ]}
          value={repeats?.every ?? ""}
          onText={(every) => form.change("repeats", every ? { every, until: repeats?.until ?? null } : null)}
          disabled={isLocked}
        />
        {repeats && (
          <DateField
            label={t`Até`}
            hint={t`Vazio: sem fim.`}
            value={repeats.until ?? ""}
            onText={(until) => form.change("repeats", { ...repeats, until: until || null })}
            readOnly={isLocked}
          />
        )}
      </div>
    </Fold>
  );
}
