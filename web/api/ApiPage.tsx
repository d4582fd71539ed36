import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { FileCode } from "lucide-react";
import { useId } from "react";
import { useLocation, useSearchParams } from "wouter";
import { useList } from "../list/pagedList.ts";
import { Button } from "../ui/Button.tsx";
import { Count } from "../ui/Count.tsx";
import { Page } from "../ui/Page.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { todayAtom, tokenList, webhookList } from "./api.ts";
import { MethodsTab } from "./MethodsTab.tsx";
import { RequestsTab } from "./RequestsTab.tsx";
import { TokensTab } from "./TokensTab.tsx";
import { WebhooksTab } from "./WebhooksTab.tsx";
import css from "./ApiPage.module.css";

/** How external systems send, with what, and what has become of it (spec 3 §2.10); the address holds the tab. */
export default function ApiPage() {
  const { t } = useLingui();
  const panelId = useId();
  const [search] = useSearchParams();
  const [, go] = useLocation();
  const tokens = useList(tokenList, {}), hooks = useList(webhookList, {}), today = useAtomValue(todayAtom);
  const good = tokens.rows.filter(({ revokedAt }) => revokedAt === null).length;
  const bad = hooks.rows.filter(({ failures, stopped }) => failures > 0 || stopped !== null).length;
  const tabs = [
    { value: "methods", label: t`Métodos de envio` },
    { value: "tokens", label: t`Tokens`, end: good > 0 && <Count tone="plain" of={good} /> },
    { value: "webhooks", label: t`Webhooks`, end: bad > 0 && <Count tone="waiting" of={bad} /> },
    { value: "requests", label: t`Pedidos`, end: today > 0 && <Count tone="plain" of={today} /> },
  ];
  const tab = tabs.find(({ value }) => value === search.get("tab"))?.value ?? "methods";
  return (
    <Page
      title={t`Documentação para envio de mensagens`}
      action={
        <span className="only-wide">
          <Button
            variant="secondary"
            icon={FileCode}
            onClick={() => void open("/api-reference", "_blank", "noopener")}
          >
            OpenAPI
          </Button>
        </span>
      }
    >
      <Tabs
        label={t`API`}
        className={css.tabs}
        tabs={tabs}
        panelId={panelId}
        value={tab}
        onValue={(value) => go(value === "methods" ? "/messages-api" : `/messages-api?tab=${value}`, { replace: true })}
      />
      <div
        className={tab === "methods" ? css.panel : css.records}
        id={panelId}
        role="tabpanel"
        aria-label={tabs.find((each) => each.value === tab)!.label}
        // What has no field or button of its own must be scrolled by keys as well.
        tabIndex={tab === "methods" ? 0 : undefined}
      >
        {tab === "methods" && <MethodsTab onRequests={() => go("/messages-api?tab=requests", { replace: true })} />}
        {tab === "tokens" && <TokensTab list={tokens} />}
        {tab === "webhooks" && <WebhooksTab list={hooks} />}
        {tab === "requests" && <RequestsTab />}
      </div>
    </Page>
  );
}
