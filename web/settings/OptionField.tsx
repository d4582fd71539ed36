import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Changed } from "../../src/contract/revisions.ts";
import { ruleOf, type Setting, USUAL_LENGTH } from "../../src/contract/settings.ts";
import { CallError } from "../request.ts";
import { Button } from "../ui/Button.tsx";
import { ChangedMeanwhile } from "../ui/ChangedMeanwhile.tsx";
import { Select } from "../ui/Select.tsx";
import { showError } from "../ui/showError.ts";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useUnsaved, type Way } from "../ui/unsaved.ts";
import type { Option } from "./options.ts";
import { saveSetting, show } from "./settings.ts";
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
 * One setting, saved when it changes, and shown as it was chosen meanwhile. A choice that could not be saved is shown as it
 * was before; what was typed stays, and is saved when the field is left or with Enter.
 */
export function OptionField({ option, setting, isFixed, usual }: OptionFieldProps) {
  const { t, i18n } = useLingui();
  const [typed, setTyped] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);
  const { values, pattern, isSecret, most = USUAL_LENGTH } = ruleOf(option.key);
  const isWrong = typed !== undefined && pattern !== undefined && !pattern.test(typed.trim());
  const [theirs, setTheirs] = useState<Changed<Setting>>();
  /** The revision that stood there when the first letter was typed. */
  const seen = useRef<number>(undefined);
  const turn = useRef<Promise<unknown>>(undefined);
  const write = (text: string) => {
    if (typed === undefined) seen.current = setting.revision;
    setTyped(text);
    setUnsaved(false);
  };
  /** One after the other: each save is over what the one before it has made. */
  const save = (value: string, over?: number) => {
    const work = async () => {
      setSaving(true);
      const answer = await saveSetting(option.key, value.trim(), over ?? seen.current ?? setting.revision);
      setSaving(false);
      const saved = "saved" in answer ? answer.saved : undefined;
      if (saved) seen.current = saved.revision;
      setUnsaved(!saved);
      setTheirs("theirs" in answer ? answer.theirs : undefined);
      // What was typed meanwhile stays, and is saved in its turn. A choice goes back to what counts.
      if (saved || option.choices) setTyped((now) => now === value ? undefined : now);
      if ("theirs" in answer && option.choices) {
        show(answer.theirs.record);
        showError(new CallError("ERR_CHANGED_MEANWHILE", 409));
      }
    };
    turn.current = turn.current ? turn.current.then(work) : work();
  };
  const isPending = typed !== undefined && !isWrong && !isSecret && !option.choices && !isUnsaved;
  useEffect(() => {
    if (!isPending) return;
    const clock = setTimeout(() => save(typed), PAUSE);
    return () => clearTimeout(clock);
  }, [typed]);
  // Who turns to another screen within the pause has meant it all the same.
  const saveLast = useEffectEvent(() => isPending && !isSaving && save(typed));
  useEffect(() => () => void saveLast(), []);
  useUnsaved(typed !== undefined, undefined, {
    survives: (way: Way) => typeof way === "object" && (isPending || isSaving || way.to.href === way.from.href),
  });

  // Half a secret is none: it is saved whole, when it is left or with Enter. Left empty, the one before stays.
  const finish = () => {
    if (!(isSecret || isUnsaved) || isWrong || isSaving || typed === undefined || theirs) return;
    if (typed.trim() || !isSecret) save(typed);
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
          onText={(chosen) => {
            write(chosen);
            save(chosen);
          }}
        />
      </div>
    );
  }
  const error = isWrong
    ? i18n._(option.wrong ?? msg`Inválido`)
    : isUnsaved && typed !== undefined && !isSaving
    ? t`Ainda não foi salvo.`
    : undefined;
  const question = (
    <ChangedMeanwhile
      form={{
        theirs,
        busy: isSaving,
        take: () => {
          if (theirs) show(theirs.record);
          seen.current = undefined;
          setTheirs(undefined);
          setTyped(undefined);
          setUnsaved(false);
        },
        saveOver: () => save(value, theirs?.record.revision),
      }}
    />
  );
  if (option.isLong) {
    return (
      <div className={css.option} onBlur={finish}>
        <TextArea {...all} rows={2} maxLength={most} placeholder={usual} error={error} value={value} onText={write} />
        {question}
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
        onText={write}
        onKeyDown={({ key }) => key === "Enter" && finish()}
      />
      {question}
      {isSecret && setting.isSet && (
        <Button
          size="small"
          aria-label={t`Remover ${all.label}`}
          onClick={() => save("")}
        >
          <Trans>Remover</Trans>
        </Button>
      )}
    </div>
  );
}
