import { Trans, useLingui } from "@lingui/react/macro";
import { CalendarX, Download, LogOut } from "lucide-react";
import { Suspense, useState } from "react";
import { Route, Switch } from "wouter";
import { logout } from "../log_out.ts";
import { useMe } from "../session.ts";
import { Brand } from "../ui/Brand.tsx";
import { Button } from "../ui/Button.tsx";
import { dateText } from "../ui/dates.ts";
import { LanguageSelect } from "../ui/LanguageSelect.tsx";
import { usePageTitle } from "../ui/pageTitle.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { lazy } from "../ui/part.ts";
import { showError } from "../ui/showError.ts";
import css from "./OverduePage.module.css";

const InvoicesPage = lazy(() => import("../invoices/InvoicesPage.tsx"));
const SubscriptionPage = lazy(() => import("../invoices/SubscriptionPage.tsx"));

/**
 * All that there is for the administrators of a company that has not paid (behaviour.md, Companies, plans, money): its
 * bills, and what it may take along. When a bill is paid, the page goes by itself.
 */
export default function OverduePage() {
  const { t } = useLingui();
  const { company } = useMe(), due = company.dueDate && dateText(company.dueDate);
  usePageTitle(t`Assinatura vencida`);
  return (
    <div className={css.page}>
      <header className={css.head}>
        <Brand />
        <b className="cut">{company.name}</b>
        <LanguageSelect />
        <Button icon={LogOut} onClick={logout}>
          <Trans>Sair</Trans>
        </Button>
      </header>
      <main className={css.main}>
        <section className={css.notice} role="status">
          <CalendarX size={20} aria-hidden />
          <div>
            <h1>{due ? t`A assinatura venceu em ${due}` : t`A assinatura venceu`}</h1>
            <p>
              <Trans>
                Nada foi apagado. As mensagens dos clientes continuam sendo guardadas e aparecem aqui assim que o
                pagamento chegar; até lá o robô não responde, e agendamentos e campanhas esperam. Um agendamento que
                passar de 24 horas não sai sozinho: fica na lista, para você decidir.
              </Trans>
            </p>
            <ExportButton />
          </div>
        </section>
        <Suspense fallback={<Skeleton width="100%" height={240} />}>
          <Switch>
            <Route path="/subscription">
              <SubscriptionPage />
            </Route>
            <Route>
              <InvoicesPage />
            </Route>
          </Switch>
        </Suspense>
      </main>
    </div>
  );
}

function ExportButton() {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { exportContacts } = await import("../contacts/export.ts");
      await exportContacts("xlsx", "");
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={Download} busy={isBusy} onClick={() => void save()}>
      <Trans>Exportar os contatos</Trans>
    </Button>
  );
}
