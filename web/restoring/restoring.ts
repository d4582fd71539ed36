import { plural, t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { type Put, type Restores, restores } from "../../src/contract/restores.ts";
import { call } from "../call.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";

/** How often (ms) is asked whether a moment is ready. */
const EVERY = 1000;

/** What a company can be brought back to, read until the dialog is closed. */
export function useRestores(id: number) {
  const [shown, setShown] = useState<Restores>();
  const [isBusy, setBusy] = useState(false);
  const isPreparing = shown?.state === "preparing";
  useEffect(() => {
    const read = () => void call(restores.show, { id }).then(setShown, showError);
    if (!isPreparing) return read();
    const clock = setInterval(read, EVERY);
    return () => clearInterval(clock);
  }, [id, isPreparing]);
  /** Does something, and answers what came of it; nothing where it was refused. */
  const run = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    setBusy(true);
    try {
      return await work();
    } catch (error) {
      showError(error);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return {
    shown,
    isBusy,
    prepare: (at: string | null) => run(async () => setShown(await call(restores.prepare, { id, at }))),
    discard: () => run(async () => setShown(await call(restores.discard, { id }))),
    apply: (moment: string) => run(() => call(restores.apply, { id, moment })),
    undo: () => run(() => call(restores.undo, { id })),
  };
}

/** Says what the one who brought a company back has to see to. */
export function tellPut(name: string, { held, withoutPassword, taken, gone }: Put): void {
  const lost = [...taken, ...gone].join(", "), links = withoutPassword.join(", ");
  const lines = [
    held > 0 && plural(held, {
      one: "# envio ficou retido: um administrador da empresa decide se ele sai.",
      other: "# envios ficaram retidos: um administrador da empresa decide se eles saem.",
    }),
    links && t`Voltaram sem senha, e precisam de um link: ${links}.`,
    lost && t`Não entram mais: ${lost}.`,
  ].filter((line) => line !== false && line !== "");
  if (lines.length === 0) return void toast.success(t`${name} voltou ao momento escolhido.`);
  void confirm({
    title: t`${name} voltou ao momento escolhido.`,
    text: lines.join(" "),
    yes: t`Entendi`,
    isNews: true,
  });
}
