import { atom, getDefaultStore } from "jotai";
import { msg, plural, t } from "@lingui/core/macro";
import { MOST_FILES } from "../../src/contract/messages.ts";
import { toast } from "../ui/toast.ts";
import { holdUnsaved, isWithinPage } from "../ui/unsaved.ts";
import { onOtherPerson } from "../person.ts";
import { composerWishAtom } from "./reply.ts";
import { findOpened } from "../thread/opened.ts";
import { LARGEST_FILE } from "../../src/shared/limits.ts";

/** Files chosen and not sent yet, by ticket: what was meant for one customer must not reach another. */
export const traysAtom = atom<Readonly<Record<number, readonly File[]>>>({});
export const NO_FILES: readonly File[] = [];

const store = getDefaultStore();

/**
 * Adds files to the tray as far as they may be sent, and says of the others why not; their words are written next. What the
 * official channels take comes when it is needed.
 */
export async function attach(ticketId: number, files: readonly File[]): Promise<void> {
  const kind = findOpened({ ticketId })?.ticket?.whatsapp?.kind ?? "linked";
  add(ticketId, kind === "linked" ? files : (await import("../answering/fitting.ts")).fitting(kind, files));
}

function add(ticketId: number, files: readonly File[]): void {
  const chosen = store.get(traysAtom)[ticketId] ?? NO_FILES;
  const { taken, tooLarge, tooMany } = sortOut(chosen.length, files);
  setTray(ticketId, [...chosen, ...taken]);
  if (taken.length) store.set(composerWishAtom, { text: "", ticketId });
  const [name] = tooLarge;
  if (name) {
    toast.error(msg`${
      plural(tooLarge.length, {
        one: `“${name}” passa de 64\u00a0MB e não pode ser enviado.`,
        other: `# arquivos passam de 64\u00a0MB e não podem ser enviados.`,
      })
    }`);
  }
  if (tooMany > 0) {
    toast.error(msg`Só podem ser enviados ${MOST_FILES} arquivos de cada vez. Fora ficaram: ${tooMany}.`);
  }
}

export function detach(ticketId: number, file: File): void {
  setTray(ticketId, (store.get(traysAtom)[ticketId] ?? NO_FILES).filter((one) => one !== file));
}

export function setTray(ticketId: number, tray: readonly File[]): void {
  store.set(traysAtom, (now) => ({ ...now, [ticketId]: tray }));
}

/** What may be added to so many that are chosen already. */
export function sortOut(chosen: number, added: readonly File[]) {
  const tooLarge = added.filter((file) => file.size > LARGEST_FILE).map((file) => file.name);
  const fitting = added.filter((file) => file.size <= LARGEST_FILE);
  const room = Math.max(0, MOST_FILES - chosen);
  return {
    taken: fitting.slice(0, room),
    tooLarge,
    tooMany: Math.max(0, fitting.length - room),
  };
}

onOtherPerson(() => store.set(traysAtom, {}));

// Another ticket, or another screen, leaves them where they are.
holdUnsaved({
  isUnsaved: () => Object.values(store.get(traysAtom)).some((tray) => tray.length > 0),
  survives: isWithinPage,
  question: () => ({
    title: t`Descartar os anexos?`,
    text: t`Há arquivos escolhidos que ainda não foram enviados. Ao sair, eles se perdem.`,
    yes: t`Descartar`,
    no: t`Ficar`,
    danger: true,
  }),
});
