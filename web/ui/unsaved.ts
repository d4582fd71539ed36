import { t } from "@lingui/core/macro";
import { useEffect, useEffectEvent } from "react";
import { confirm, type Question } from "./confirm.ts";

/** How somebody leaves: to another place of the product, or with the whole page. */
export type Way = { to: URL; from: URL } | "reload" | "logout";

/** Something that was typed, chosen or recorded and that nothing but this page has. */
export interface Holder {
  isUnsaved: () => boolean;
  /** Whether it is there afterwards all the same; without it, only as long as the path stays. */
  survives?: (way: Way) => boolean;
  /** What is asked about it; without it, that changes would be lost. */
  question?: () => Question;
}

const holders = new Set<Holder>();

/** From now on the person is asked before they leave, until the answer is called. */
export function holdUnsaved(holder: Holder): () => void {
  holders.add(holder);
  return () => void holders.delete(holder);
}

function lostBy(way: Way): Holder[] {
  return [...holders].filter(({ isUnsaved, survives = hasSamePath }) => isUnsaved() && !survives(way));
}

/** Whether something would be lost. */
export function isHeld(way: Way): boolean {
  return lostBy(way).length > 0;
}

/** Whether the person may go: asks when something would be lost by it. */
export async function mayLeave(way: Way): Promise<boolean> {
  const [first] = lostBy(way);
  return !first || await confirm((first.question ?? discardChanges)());
}

export function isWithinPage(way: Way): boolean {
  return typeof way === "object";
}

function hasSamePath(way: Way): boolean {
  return typeof way === "object" && way.to.pathname === way.from.pathname;
}

/** Whether the very same place stays; another tab of it is another. */
export function isSamePlace(way: Way): boolean {
  return typeof way === "object" && way.to.href === way.from.href;
}

export function discardChanges(): Question {
  return {
    title: t`Descartar alterações?`,
    text: t`O que foi mudado aqui ainda não foi salvo.`,
    yes: t`Descartar`,
    no: t`Continuar editando`,
    danger: true,
  };
}

/**
 * Holds a form's changes, and answers how it is closed: at once when there are none, otherwise once the person has agreed to
 * lose them. What is being saved is not asked about: the form goes where it leads.
 */
export function useUnsaved(
  isChanged: boolean,
  onClose: () => void = () => {},
  { isBusy = false, survives }: { isBusy?: boolean; survives?: Holder["survives"] } = {},
): () => void {
  const survivesNow = useEffectEvent((way: Way) => (isBusy && isWithinPage(way)) || (survives ?? hasSamePath)(way));
  useEffect(() => {
    if (isChanged) return holdUnsaved({ isUnsaved: () => true, survives: (way) => survivesNow(way) });
  }, [isChanged]);
  return () => {
    if (!isChanged) onClose();
    else void confirm(discardChanges()).then((isSure) => isSure && onClose());
  };
}

let isFree = false;

/** The page is about to go, come what may: nothing is asked any more. */
export function leaveFreely(): void {
  isFree = true;
}

addEventListener("beforeunload", (event) => {
  if (!isFree && isHeld("reload")) event.preventDefault();
});
