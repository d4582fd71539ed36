import { t } from "@lingui/core/macro";
import type { Me } from "../src/contract/access.ts";
import { holdUnsaved, type Way } from "./ui/unsaved.ts";
import type { Question } from "./ui/confirm.ts";

const PREFIX = "outbox-";

/** Where a message lies that was sent and that the server does not have yet: of two companies, the ids of people are the same. */
export function unsentKey({ companyId, id }: Pick<Me, "companyId" | "id">, localId: string): string {
  return `${PREFIX}${companyId}-${id}-${localId}`;
}

/** Whether any tab of this browser, also one that is closed by now, has left something; each of its files has such a row, too. */
export function isAnyUnsent(): boolean {
  return Object.keys(localStorage).some((key) => key.startsWith(PREFIX));
}

export function discardUnsent(): Question {
  return {
    title: t`Descartar o que não foi enviado?`,
    text: t`Há mensagens que ainda não saíram deste navegador. Ao sair, elas se perdem.`,
    yes: t`Descartar`,
    no: t`Ficar`,
    danger: true,
  };
}

// The end of a login takes from this browser what all its tabs have kept in it; everything else leaves it there.
holdUnsaved({ isUnsaved: isAnyUnsent, survives: (way: Way) => way !== "logout", question: discardUnsent });
