import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import type { Audience } from "../../src/contract/campaigns.ts";
import { queues } from "../../src/contract/queues.ts";
import { pagedList, useList } from "../list/pagedList.ts";
import { tagChoices } from "../tags/tags.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { TextField } from "../ui/TextField.tsx";
import { typedNumber } from "../ui/typedNumber.ts";
import { audienceOf } from "./draft.ts";
import type { PartProps } from "./FirstFields.tsx";
import css from "./Folds.module.css";

export const queueChoices = pagedList(queues.list, { rows: (answer) => answer });

const RATINGS = [1, 2, 3] as const;

/** Who of the contacts is meant, beside a list, and who is left out. */
export function AudienceFields({ form, isLocked }: PartProps) {
  const { t } = useLingui();
  const audience = (form.values.audience ?? {}) as Audience;
  const set = (change: Partial<Audience>) => form.change("audience", { ...audience, ...change });
  const allTags = useList(tagChoices, {}).rows, allQueues = useList(queueChoices, {}).rows;
  const ratings = { 1: t`1 – Insatisfeito`, 2: t`2 – Satisfeito`, 3: t`3 – Muito satisfeito` };
  const number = (
    name: "lastContactFrom" | "lastContactTo" | "withoutWroteHours" | "withoutCampaignDays",
    label: string,
  ) => (
    <TextField
      label={label}
      name={`audience.${name}`}
      inputMode="numeric"
      value={audience[name] == null ? "" : String(audience[name])}
      onText={(text) => set({ [name]: text === "" ? null : typedNumber(text) })}
      error={form.problemOn(`audience.${name}`)}
      readOnly={isLocked}
    />
  );
  const several = <K extends "tagIds" | "queueIds" | "ratings">(
    key: K,
    label: string,
    options: readonly { id: number; name: string }[],
  ) =>
    options.length > 0 && (
      <div role="group" aria-label={label} className={css.choices}>
        <small>{label}</small>
        {options.map(({ id, name }) => (
          <Checkbox
            key={id}
            disabled={isLocked}
            checked={audience[key]?.includes(id) ?? false}
            onChecked={(is) =>
              set({ [key]: is ? [...audience[key] ?? [], id] : audience[key]?.filter((one) => one !== id) })}
          >
            {name}
          </Checkbox>
        ))}
      </div>
    );
  return (
    <Fold title={t`Público`} isFilled={audienceOf(audience) !== null}>
      <p className={css.hint}>
        <Trans>Com uma lista, só quem está nela e passa por isto. Sem lista, os contatos que passam por isto.</Trans>
      </p>
      {several("tagIds", t`Com uma destas tags`, allTags)}
      {several("queueIds", t`Atendidos numa destas filas`, allQueues)}
      {several("ratings", t`Última avaliação`, RATINGS.map((id) => ({ id, name: ratings[id] })))}
      <div className={css.row}>
        {number("lastContactFrom", t`Último contato: de (dias atrás)`)}
        {number("lastContactTo", t`até (dias atrás)`)}
      </div>
      <div className={css.row}>
        {number("withoutWroteHours", t`Sem quem escreveu nas últimas (horas)`)}
        {number("withoutCampaignDays", t`Sem quem recebeu campanha nos últimos (dias)`)}
      </div>
    </Fold>
  );
}

/** Something that few campaigns need, behind its title. */
export function Fold({ title, isFilled, children }: { title: string; isFilled: boolean; children: ReactNode }) {
  return (
    <Disclosure className={css.fold} defaultExpanded={isFilled}>
      <Heading level={3}>
        <Button slot="trigger">
          <ChevronRight size={16} aria-hidden />
          {title}
        </Button>
      </Heading>
      <DisclosurePanel className={css.panel}>
        <div className={css.inside}>{children}</div>
      </DisclosurePanel>
    </Disclosure>
  );
}
