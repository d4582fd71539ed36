import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { type Template, templates } from "../../../src/contract/templates.ts";
import { call } from "../../call.ts";
import { pagedList } from "../../list/pagedList.ts";

/** A connection's approved texts. */
export const templateList = pagedList(templates.list, { rows: (answer): readonly Template[] => answer });

/** Asks Meta again, also when it was asked just now. */
export async function askMetaAgain(id: number): Promise<void> {
  const fresh = await call(templates.list, { id, fresh: "true" });
  templateList.change((rows, query) => query.id === id ? fresh : rows);
}

/** Those with all words of the search in their name or text; what can be sent stands first. */
export function templatesFound(rows: readonly Template[], search: string): Template[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ name, parts }) => {
    const said = `${name.replaceAll("_", " ")} ${name} ${parts.header?.text ?? ""} ${parts.body}`.toLowerCase();
    return words.every((word) => said.includes(word));
  }).toSorted((one, other) => Number(other.isSendable) - Number(one.isSendable));
}

const CATEGORIES: Record<string, MessageDescriptor> = {
  MARKETING: msg`Marketing`,
  UTILITY: msg`Utilidade`,
  AUTHENTICATION: msg`Autenticação`,
};

interface State {
  tone: "success" | "waiting" | "danger";
  word: MessageDescriptor;
  /** Why it cannot be sent. */
  reason: MessageDescriptor;
}

/** What Meta thinks of a template (Cloud API, "Template status"). */
const STATES: Record<string, State> = {
  APPROVED: { tone: "success", word: msg`Aprovado`, reason: msg`Tem um arquivo no topo, e ainda não sai daqui.` },
  PENDING: { tone: "waiting", word: msg`Em análise`, reason: msg`A Meta ainda está analisando este modelo.` },
  IN_APPEAL: { tone: "waiting", word: msg`Em recurso`, reason: msg`A Meta analisa o recurso contra a recusa.` },
  REJECTED: { tone: "danger", word: msg`Recusado`, reason: msg`A Meta recusou este modelo. Mude-o na Meta.` },
  PAUSED: {
    tone: "danger",
    word: msg`Pausado`,
    reason: msg`A Meta pausou este modelo porque clientes reclamaram. Ele volta sozinho em algumas horas.`,
  },
  DISABLED: { tone: "danger", word: msg`Desativado`, reason: msg`A Meta desativou este modelo.` },
};
const OTHER: State = {
  tone: "danger",
  word: msg`Indisponível`,
  reason: msg`A Meta não deixa enviar este modelo agora.`,
};

export function categoryOf({ category }: Template): MessageDescriptor | undefined {
  return CATEGORIES[category];
}

export function stateOf({ status }: Template): State {
  return STATES[status] ?? OTHER;
}

/** A language as people call it: pt_BR → português (Brasil). */
export function languageOf({ language }: Template, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: "language" }).of(language.replace("_", "-")) ?? language;
  } catch {
    return language;
  }
}
