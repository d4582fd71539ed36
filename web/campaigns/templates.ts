import { useEffect, useState } from "react";
import type { CampaignTemplate } from "../../src/contract/campaigns.ts";
import type { Connection } from "../../src/contract/connections.ts";
import { type Template, templates } from "../../src/contract/templates.ts";
import { filledIn } from "../../src/shared/blanks.ts";
import { call } from "../call.ts";
import { useList } from "../list/pagedList.ts";
import { connectionChoices } from "./campaigns.ts";
import type { Fields } from "./draft.ts";

/** The connection at the Cloud API by which a campaign goes, the first of several; without any chosen, the default one. */
export function useCloudLine({ whatsappIds }: Fields): Connection | undefined {
  return cloudLineOf(useList(connectionChoices, {}).rows, whatsappIds);
}

/** Whether a campaign by these connections goes over the Cloud API. */
export function useIsCloud(): (whatsappIds: number[] | undefined) => boolean {
  const all = useList(connectionChoices, {}).rows;
  return (whatsappIds) => cloudLineOf(all, whatsappIds) !== undefined;
}

function cloudLineOf(all: readonly Connection[], ids: readonly number[] = []): Connection | undefined {
  const chosen = all.filter(({ id, isDefault }) => ids.length > 0 ? ids.includes(id) : isDefault);
  return chosen[0]?.kind === "cloud" ? chosen[0] : undefined;
}

/** The templates of a connection that can be sent; nothing while they are on their way. `refresh` asks Meta anew. */
export function useTemplates(connectionId: number | undefined) {
  const [found, setFound] = useState<{ of: number; all: readonly Template[] }>(),
    [error, setError] = useState<unknown>();
  const load = async (id: number, fresh?: "true") => {
    setError(undefined);
    try {
      setFound({ of: id, all: await call(templates.list, { id, fresh }) });
    } catch (error) {
      setError(error);
    }
  };
  useEffect(() => {
    if (connectionId !== undefined) void load(connectionId);
  }, [connectionId]);
  return {
    all: found?.of === connectionId ? found?.all.filter(({ isSendable }) => isSendable) : undefined,
    error,
    refresh: () => connectionId === undefined ? Promise.resolve() : load(connectionId, "true"),
  };
}

/** The one that a campaign names. */
export function templateNamed(all: readonly Template[] = [], wanted: Fields["template"]): Template | undefined {
  return wanted ? all.find(({ name, language }) => name === wanted.name && language === wanted.language) : undefined;
}

/** How a template is named in a form, with nothing in its blanks yet. */
export function unfilled({ name, language, blanks }: Template): CampaignTemplate {
  const none = (names: readonly string[]) => names.map(() => "");
  const filled = { header: none(blanks.header), body: none(blanks.body), buttons: none(blanks.buttons) };
  return { name, language, filled };
}

/** What a template says with these words in its blanks, as a campaign's text. */
export function templateText({ parts }: Template, filled: Partial<CampaignTemplate["filled"]> = {}): string {
  return [
    filledIn(parts.header?.text ?? "", filled.header ?? []),
    filledIn(parts.body, filled.body ?? []),
    parts.footer,
  ]
    .filter(Boolean).join("\n\n");
}
