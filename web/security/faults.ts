import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { PasswordFault } from "../../src/shared/passwords.ts";

/** What a form says of a refused password, beyond its length. */
export const PASSWORD_FAULTS: Record<Exclude<PasswordFault, "too_short" | "too_long"> | "wrong", MessageDescriptor> = {
  too_few_kinds: msg`A empresa pede mais tipos de caracteres`,
  common: msg`Esta é uma das senhas mais usadas. Escolha outra`,
  own_words: msg`Não use o seu nome, o e-mail ou o nome da empresa`,
  wrong: msg`Não confere`,
};
