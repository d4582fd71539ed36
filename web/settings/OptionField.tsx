import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ruleOf, type Setting, USUAL_LENGTH } from "../../src/contract/settings.ts";
import { Button } from "../ui/Button.tsx";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { Select } from "../ui/Select.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import type { Option } from "./options.ts";
import { useSettingEdit } from "./useSettingEdit.ts";
import css from "./SettingsPage.module.css";

interface OptionFieldProps {
  option: Option;
  setting: Setting;
  /** Somebody else decides it. */
  isFixed: boolean;
  /** What counts while it is empty. */
  usual?: string;
}

interface FieldProps extends Omit<OptionFieldProps, "isFixed"> {
  edit: ReturnType<typeof useSettingEdit>;
  value: string;
  /** What all kinds of fields are given. */
  all: { label: string; hint: ReactNode; disabled: boolean; "aria-busy": boolean };
}

/** One setting, as a choice or as what is typed. */
export function OptionField({ option, setting, isFixed, usual }: OptionFieldProps) {
  const { i18n } = useLingui();
  const edit = useSettingEdit(option, setting);
  const hint = edit.isSaving ? <Trans>Atualizando...</Trans> : i18n._(option.hint);
  const all = {
    label: i18n._(option.label),
    hint: <span role="status">{hint}</span>,
    disabled: isFixed,
    "aria-busy": edit.isSaving,
  };
  const field = { option, setting, usual, edit, all, value: edit.typed ?? setting.value };
  return option.choices ? <ChoiceField {...field} choices={option.choices} /> : <TypedField {...field} />;
}

function ChoiceField({ option, choices, edit, all, value }: FieldProps & { choices: NonNullable<Option["choices"]> }) {
  const { i18n } = useLingui();
  const { values } = ruleOf(option.key);
  return (
    <div className={css.option}>
      <Select
        {...all}
        value={choices.some((one) => one.value === value) ? value : values?.[0] ?? value}
        options={choices.map((choice) => ({ value: choice.value, label: i18n._(choice.label) }))}
        onText={(chosen) => {
          edit.write(chosen);
          edit.save(chosen);
        }}
      />
    </div>
  );
}

function TypedField(props: FieldProps) {
  const { option, usual, edit, all, value } = props;
  const { t, i18n } = useLingui();
  const { most = USUAL_LENGTH } = ruleOf(option.key);
  const error = edit.isWrong
    ? i18n._(option.wrong ?? msg`Inválido`)
    : edit.isUnsaved && edit.typed !== undefined && !edit.isSaving
    ? t`Ainda não foi salvo.`
    : undefined;
  const typed = { ...all, error, value, maxLength: most, onText: edit.write };
  const { theirs, isSaving: busy, take } = edit;
  const saveOver = () => edit.save(value, theirs?.record.revision);
  const question = <ChangedMeanwhile form={{ theirs, busy, take, saveOver }} />;
  if (option.isLong) {
    return (
      <div className={css.option} onBlur={edit.finish}>
        <TextArea {...typed} rows={2} placeholder={usual} />
        {question}
      </div>
    );
  }
  return (
    <div
      className={css.option}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || edit.finish()}
    >
      <LineField {...props} typed={typed} />
      {question}
      <RemoveSecret {...props} />
    </div>
  );
}

function LineField({ option, setting, usual, edit, typed }: FieldProps & { typed: Parameters<typeof TextField>[0] }) {
  const { t } = useLingui();
  const { isSecret } = ruleOf(option.key);
  return (
    <TextField
      {...typed}
      type={isSecret ? "password" : "text"}
      inputMode={option.isNumber ? "numeric" : undefined}
      autoComplete={isSecret ? "new-password" : "off"}
      placeholder={isSecret && setting.isSet ? t`Guardado; digite para trocar` : usual}
      onKeyDown={({ key }) => key === "Enter" && edit.finish()}
    />
  );
}

function RemoveSecret({ option, setting, edit, all }: FieldProps) {
  const { t } = useLingui();
  if (!ruleOf(option.key).isSecret || !setting.isSet) return null;
  return (
    <Button size="small" aria-label={t`Remover ${all.label}`} onClick={() => edit.save("")}>
      <Trans>Remover</Trans>
    </Button>
  );
}
