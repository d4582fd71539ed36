import { useLingui } from "@lingui/react/macro";
import { type ComponentProps, useEffect, useState } from "react";
import {
  type PasswordFault,
  passwordFault,
  type PasswordRule,
  passwordRuleBy,
  passwordStrength,
} from "../../src/shared/passwords.ts";
import { useSetting } from "../session.ts";
import { TextField } from "../ui/TextField.tsx";
import { PASSWORD_FAULTS } from "./faults.ts";
import css from "./PasswordFields.module.css";

type FieldOf = Pick<ComponentProps<typeof TextField>, "name" | "value" | "onText" | "error" | "readOnly">;

interface PasswordFieldsProps {
  field: FieldOf;
  /** The one that counts so far, where one's own login is changed. */
  current?: FieldOf;
  /** There is none yet. */
  isNew: boolean;
  /** What a password must not be: name, e-mail, company. */
  words: readonly string[];
}

/** A new password with a meter, and the old one where one's own login is changed. */
export function PasswordFields(props: PasswordFieldsProps) {
  return <RuledFields {...props} rule={useRule()} />;
}

/** The same where nobody is logged in, who would have a company with a rule. */
export function RuledFields(
  { field, current, isNew, words, rule, autoFocus, size }: PasswordFieldsProps & {
    rule: PasswordRule;
    autoFocus?: boolean;
    size?: "large";
  },
) {
  const { t } = useLingui();
  const { least } = rule, typed = String(field.value ?? "");
  const asked = t`De ${least} a 50 caracteres.`;
  const hint = isNew ? asked : t`Deixe em branco para manter a senha atual.`;
  return (
    <>
      <TextField
        label={t`Senha`}
        type="password"
        autoComplete="new-password"
        autoFocus={autoFocus}
        size={size}
        hint={typed ? <Meter password={typed} rule={rule} words={words} asked={asked} /> : hint}
        {...field}
      />
      {current && <TextField label={t`Senha atual`} type="password" autoComplete="current-password" {...current} />}
    </>
  );
}

function useRule(): PasswordRule {
  const length = useSetting("passwordLength"), kinds = useSetting("passwordKinds");
  return passwordRuleBy((key) => key === "passwordLength" ? length : kinds);
}

interface MeterProps {
  password: string;
  rule: PasswordRule;
  words: readonly string[];
  asked: string;
}

interface Measured {
  fault?: PasswordFault;
  /** From 0, which is refused, to 3. */
  strength: 0 | 1 | 2 | 3;
}

function Meter({ password, rule, words, asked }: MeterProps) {
  const { t, i18n } = useLingui();
  const [{ fault, strength }, setMeasured] = useState<Measured>({ strength: 0, fault: "too_short" });
  const { least, kinds } = rule, known = words.join("\n");
  useEffect(() => {
    let isOver = false;
    measure(password, { least, kinds }, known.split("\n")).then(
      (now) => isOver || setMeasured(now),
      () => {/* The list of common passwords did not come; the server has it. */},
    );
    return () => void (isOver = true);
  }, [password, least, kinds, known]);
  const said = fault === "too_short" || fault === "too_long"
    ? asked
    : fault
    ? i18n._(PASSWORD_FAULTS[fault])
    : [t`Fraca`, t`Fraca`, t`Boa`, t`Forte`][strength]!;
  return (
    <span className={css.meter} data-strength={strength}>
      <span aria-hidden>
        <i />
        <i />
        <i />
      </span>
      <span role="status">{said}</span>
    </span>
  );
}

async function measure(password: string, rule: PasswordRule, words: readonly string[]): Promise<Measured> {
  const fault = await passwordFault(password, rule, words);
  return fault ? { fault, strength: 0 } : { strength: await passwordStrength(password) };
}
