import { useLingui } from "@lingui/react/macro";
import { ChevronRight, CircleQuestionMark } from "lucide-react";
import { Button, Disclosure, DisclosureGroup, DisclosurePanel, Heading } from "react-aria-components";
import type { Help } from "../../src/contract/helps.ts";
import { useList } from "../list/pagedList.ts";
import { Empty, Failed } from "../ui/Empty.tsx";
import { Page } from "../ui/Page.tsx";
import { Pane } from "../ui/Pane.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { helpList } from "./helps.ts";
import { Player } from "./Player.tsx";
import css from "./HelpsPage.module.css";

/** What the provider explains to everybody (spec 2 §2, Help page). */
export default function HelpsPage() {
  const { t } = useLingui();
  const list = useList(helpList, {});
  return (
    <Page title={t`Ajuda`}>
      {list.state === "failed" && list.rows.length === 0
        ? <Failed title={t`A ajuda não veio`} error={list.error} onRetry={list.retry} />
        : list.state === "ready" && list.rows.length === 0
        ? (
          <Empty
            icon={CircleQuestionMark}
            title={t`Nenhuma ajuda ainda`}
            text={t`Aqui ficam as explicações e os vídeos de quem fornece o sistema.`}
          />
        )
        : (
          <Pane isPadded label={t`Ajuda`}>
            {list.state !== "ready" && list.rows.length === 0 && <Waiting />}
            <DisclosureGroup className={css.list} allowsMultipleExpanded>
              {list.rows.map((help) => <Item key={help.id} help={help} />)}
            </DisclosureGroup>
          </Pane>
        )}
    </Page>
  );
}

function Item({ help: { title, description, video } }: { help: Help }) {
  return (
    <Disclosure className={css.item}>
      {({ isExpanded }) => (
        <>
          <Heading level={2}>
            <Button slot="trigger" className={css.trigger}>
              <ChevronRight size={16} aria-hidden />
              {title}
            </Button>
          </Heading>
          <DisclosurePanel className={css.panel}>
            {description && <p className={css.text}>{description}</p>}
            {/* A film that is folded away does not go on speaking. */}
            {video && isExpanded && <Player video={video} title={title} />}
          </DisclosurePanel>
        </>
      )}
    </Disclosure>
  );
}

function Waiting() {
  return (
    <div className={css.list} aria-hidden>
      {[60, 45, 70].map((width) => <Skeleton key={width} width={`${width}%`} height={24} />)}
    </div>
  );
}
