import { t } from "@lingui/core/macro";
import { type FormEvent, useMemo, useRef, useState } from "react";
import { type Template, templates } from "../../../src/contract/templates.ts";
import type { Ticket } from "../../../src/contract/tickets.ts";
import { call } from "../../call.ts";
import { noteMessage } from "../../thread/follow.ts";
import { showError } from "../../ui/showError.ts";
import { newUuid } from "../../uuid.ts";

/** Where blanks stand. */
export type Place = keyof Template["blanks"];
export const PLACES = ["header", "body", "buttons"] as const satisfies readonly Place[];
export type Filled = Record<Place, readonly string[]>;

interface Options {
  ticket: Ticket;
  template: Template;
  onSent: () => void;
}

/** What is filled in of a template. Sent again unchanged, it is the same message: an answer may have got lost. */
export function useTemplateForm({ ticket, template, onSent }: Options) {
  const [filled, setFilled] = useState(() => emptyOf(template));
  const [isChecked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const localId = useMemo(() => newUuid(), [filled]);
  const isMissing = (place: Place, nth: number) => !filled[place][nth]?.trim();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setChecked(true);
    const missing = blanksOf(template).find(({ place, nth }) => isMissing(place, nth));
    if (missing) return form.current?.querySelector<HTMLElement>(`[name="${missing.place}.${missing.nth}"]`)?.focus();
    setBusy(true);
    try {
      const words = { header: [...filled.header], body: [...filled.body], buttons: [...filled.buttons] };
      noteMessage(
        await call(templates.send, { ticketId: ticket.id, templateId: template.id, filled: words, localId }),
      );
      onSent();
    } catch (error) {
      setBusy(false);
      showError(error);
    }
  };
  return {
    filled,
    busy,
    isChanged: PLACES.some((place) => filled[place].some(Boolean)),
    fill: (place: Place, nth: number, text: string) =>
      setFilled((now) => ({ ...now, [place]: now[place].with(nth, text) })),
    errorOf: (place: Place, nth: number) => isChecked && isMissing(place, nth) ? t`Obrigatório` : undefined,
    props: { ref: form, onSubmit, noValidate: true },
  };
}

export type TemplateFormOf = ReturnType<typeof useTemplateForm>;

/** All of a template's blanks in the order in which they are read. */
export function blanksOf({ blanks }: Template): { place: Place; nth: number; name: string }[] {
  return PLACES.flatMap((place) => blanks[place].map((name, nth) => ({ place, nth, name })));
}

function emptyOf({ blanks }: Template): Filled {
  return {
    header: blanks.header.map(() => ""),
    body: blanks.body.map(() => ""),
    buttons: blanks.buttons.map(() => ""),
  };
}
