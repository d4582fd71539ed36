import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { LoaderCircle } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { meta, type MetaLinked } from "../../../src/contract/meta.ts";
import { call, CallError } from "../../call.ts";
import { errorText } from "../../ui/showError.ts";
import { toast } from "../../ui/toast.ts";
import { showConnection } from "../connections.ts";
import { type LoginReturn, readLoginReturn } from "./loginReturn.ts";
import { PagesDialog } from "./PagesDialog.tsx";
import css from "./Meta.module.css";

/** How long (ms) the outcome stays: whoever comes back from another site looks around first. */
const STAY = 8000;

/** Ends a login at Meta when the address says that somebody comes back from one, and takes that out of the address. */
export function FinishLogin() {
  const { isUnderWay, choice, choose, finish } = useFinish();
  const isDone = useRef(false);
  const begin = useEffectEvent(() => {
    const back = readLoginReturn(location.search);
    // A code is good for one time.
    if (!back || isDone.current) return;
    isDone.current = true;
    navigate("/connections", { replace: true });
    void finish(back);
  });
  useEffect(() => begin(), []);
  if (choice) return <PagesDialog accounts={choice.accounts} onChoose={choose} />;
  return isUnderWay && (
    <p className={css.finishing} role="status">
      <LoaderCircle size={16} className="spin" aria-hidden />
      <Trans>Concluindo a ligação com a Meta…</Trans>
    </p>
  );
}

function useFinish() {
  const { t } = useLingui();
  const [isUnderWay, setUnderWay] = useState(false), [choice, setChoice] = useState<MetaLinked["choice"]>();
  const link = async (work: () => Promise<MetaLinked>) => {
    setUnderWay(true);
    try {
      const linked = await work();
      setChoice(linked.choice);
      if (!linked.choice) tellOf(linked);
    } catch (error) {
      setChoice(undefined);
      toast.error(
        hasNoPages(error) ? t`Nenhuma página foi escolhida no Facebook: nada foi ligado.` : errorText(error),
        { stay: STAY },
      );
    } finally {
      setUnderWay(false);
    }
  };
  const choose = async (accountIds: string[]) => {
    if (accountIds.length > 0) return await link(() => call(meta.choose, { login: choice!.login, accountIds }));
    setChoice(undefined);
    toast.error(t`Nenhuma página foi escolhida: nada foi ligado.`, { stay: STAY });
  };
  const finish = async (back: LoginReturn) => {
    if (back.kind === "cancelled") return toast.error(t`Você cancelou no Facebook: nada foi ligado.`, { stay: STAY });
    if (back.kind === "failed") {
      return toast.error(t`O Facebook não concluiu o login: nada foi ligado. Tente de novo.`, { stay: STAY });
    }
    await link(() => call(meta.finish, { code: back.code, state: back.state }));
  };
  return { isUnderWay, choice, choose, finish };
}

/** Shows the new connections, and says which they are. */
function tellOf({ connections, taken }: MetaLinked): void {
  connections.forEach(showConnection);
  const channels = [...new Set(connections.map(({ kind }) => kind === "instagram" ? "Instagram" : "Facebook"))].join(
    "/",
  );
  const names = connections.map(({ name }) => name).join(", "), others = taken.join(", ");
  toast.success(t`${channels}: ligado com sucesso (${names}).`, { stay: STAY });
  if (others) toast.warning(t`Não ligado, porque já está em outra conexão: ${others}`);
}

function hasNoPages(error: unknown): boolean {
  const { pages } = (error instanceof CallError ? error.detail ?? {} : {}) as { pages?: number };
  return pages === 0;
}
