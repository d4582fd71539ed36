import { Trans, useLingui } from "@lingui/react/macro";
import { SearchX } from "lucide-react";
import { useLocation } from "wouter";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { usePageTitle } from "../ui/pageTitle.ts";
import css from "./Whole.module.css";

export default function NotFoundPage() {
  const { t } = useLingui();
  const [, go] = useLocation();
  const title = t`Página não encontrada`;
  usePageTitle(title);
  return (
    <div className={css.whole}>
      <Empty
        icon={SearchX}
        heading="h1"
        title={title}
        text={t`O endereço pode ter mudado, ou a página é de outra pessoa.`}
        action={
          <Button variant="primary" onClick={() => go("/tickets")}>
            <Trans>Ir para os atendimentos</Trans>
          </Button>
        }
      />
    </div>
  );
}
