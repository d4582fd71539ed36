import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { ruleOf, type Setting, USUAL_LENGTH } from "../../src/contract/settings.ts";
import { Button } from "../ui/Button.tsx";
import { Select } from "../ui/Select.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import type { Option } from "./options.ts";
import { saveSetting } from "./settings.ts";
import css from "./SettingsPage.module.css";

/** Between the last letter and saving (ms; spec 2 §5). */
const PAUSE = 500;

interface OptionFieldProps {
  option: Option;
  setting: Setting;
  /** Somebody else decides it. */
  isFixed: boolean;
  /** What counts while it is empty. */
  usual?: string;
}

/**
 * One setting, saved when it changes. A choice that could not be saved is shown as it was before; what was typed stays,
 * and is saved when the field is left or with Enter.
 */
export function OptionField({ option, setting, isFixed, usual }: OptionFieldProps) {
  const { t, i18n } = useLingui();
  const [typed, setTyped] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);
  const { values, pattern, isSecret, most = USUAL_LENGTH } = ruleOf(option.key);
  const isWrong = typed !== undefined && pattern !== undefined && !pattern.test(typed.trim());
  const save = async (value: string) => {
    setSaving(true);
    const isSaved = await saveSetting(option.key, value.trim());
    setSaving(false);
    setUnsaved(!isSaved);
    // What was typed meanwhile stays, and is saved in its turn.
    if (isSaved) setTyped((now) => now === value ? undefined : now);
  };
  useEffect(() => {
    if (typed === undefined || isWrong || isSecret) return;
    const clock = setTimeout(() => void save(typed), PAUSE);
    return () => clearTimeout(clock);
  }, [typed]);

  // Half a secret is none: it is saved whole, when it is left or with Enter. Left empty, the one before stays.
  const finish = () => {
    if (!(isSecret || isUnsaved) || isWrong || isSaving || typed === undefined) return;
    if (typed.trim() || !isSecret) void save(typed);
    else setTyped(undefined);
  };

  const hint = isSaving ? <Trans>Atualizando...</Trans> : i18n._(option.hint);
  const value = typed ?? setting.value;
  const all = {
    label: i18n._(option.label),
    hint: <span role="status">{hint}</span>,
    disabled: isFixed,
    "aria-busy": isSaving,
  };
  if (option.choices) {
    return (
      <div className={css.option}>
        <Select
          {...all}
          value={option.choices.some((one) => one.value === value) ? value : values?.[0] ?? value}
          options={option.choices.map((choice) => ({ value: choice.value, label: i18n._(choice.label) }))}
          onText={(chosen) => void save(chosen)}
        />
      </div>
    );
  }
  const error = isWrong
    ? t`Use um número de 0 a 43200.`
    : isUnsaved && typed !== undefined && !isSaving
    ? t`Ainda não foi salvo.`
    : undefined;
  const onText = (text: string) => {
    setTyped(text);
    setUnsaved(false);
  };
  if (option.isLong) {
    return (
      <div className={css.option} onBlur={finish}>
        <TextArea {...all} rows={2} maxLength={most} placeholder={usual} error={error} value={value} onText={onText} />
      </div>
    );
  }
  return (
    <div
      className={css.option}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || finish()}
    >
      <TextField
        {...all}
        type={isSecret ? "password" : "text"}
        inputMode={option.isNumber ? "numeric" : undefined}
        autoComplete={isSecret ? "new-password" : "off"}
        placeholder={isSecret && setting.isSet ? t`Guardado; digite para trocar` : usual}
        maxLength={most}
        error={error}
        value={value}
        onText={onText}
        onKeyDown={({ key }) => key === "Enter" && finish()}
      />
      {isSecret && setting.isSet && (
        <Button
          size="small"
          aria-label={t`Remover ${all.label}`}
          onClick={() => void save("")}
        >
          <Trans>Remover</Trans>
        </Button>
      )}
    </div>
  );
}
