import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, Zap } from "lucide-react";
import { useState } from "react";
import type { QuickReply } from "../../src/contract/quick_replies.ts";
import type { Column } from "../list/column.ts";
import { EditRemove } from "../list/EditRemove.tsx";
import { DataTable } from "../list/DataTable.tsx";
import { folded } from "../list/folded.ts";
import { RemoveButton } from "../list/RemoveButton.tsx";
import { useList } from "../list/pagedList.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { NothingFound } from "../ui/NothingFound.tsx";
import { Page } from "../ui/Page.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import { quickReplyList, removeQuickReplies, removeQuickReply } from "./quick_replies.ts";
import { QuickReplyDialog } from "./QuickReplyDialog.tsx";
import css from "./QuickRepliesPage.module.css";

/** The company's quick replies (spec 1 §2.15). */
export default function QuickRepliesPage() {
  const { t } = useLingui();
  const list = useList(quickReplyList, {});
  const [search, setSearch] = useState("");
  const [edited, setEdited] = useState<QuickReply | "new">();
  const wanted = folded(search);
  const rows = list.rows.filter(({ shortcode, message }) => folded(`${shortcode} ${message}`).includes(wanted));
  const add = (variant: "primary" | "secondary") => (
    <Button
      variant={variant}
      icon={Plus}
      onClick={() => setEdited("new")}
    >
      <Trans>Adicionar</Trans>
    </Button>
  );
  return (
    <Page
      title={t`Respostas rápidas`}
      search={
        <SearchField label={t`Buscar respostas rápidas`} placeholder={t`Buscar`} value={search} onText={setSearch} />
      }
      action={add("primary")}
    >
      <DataTable
        name="quick_replies"
        list={{ ...list, rows }}
        bulk={{
          says: (count) =>
            plural(count, { one: "# resposta rápida selecionada", other: "# respostas rápidas selecionadas" }),
          actions: (rows) => <RemoveButton onRemove={() => removeQuickReplies(rows)} />,
        }}
        label={t`Respostas rápidas`}
        place="quick replies"
        columns={useReplyColumns(setEdited)}
        empty={wanted ? <NotFound search={search} onClear={() => setSearch("")} /> : (
          <Empty
            icon={Zap}
            title={t`Nenhuma resposta rápida ainda`}
            text={t`Guarde o que a equipe escreve todo dia e responda digitando / e o atalho.`}
            action={add("secondary")}
          />
        )}
      />
      {edited && (
        <QuickReplyDialog
          reply={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}

function NotFound({ search, onClear }: { search: string; onClear: () => void }) {
  const { t } = useLingui();
  return (
    <NothingFound
      title={t`Nenhuma resposta rápida encontrada`}
      text={t`Nada com “${search}” no atalho ou na mensagem.`}
      onClear={onClear}
    />
  );
}

function useReplyColumns(onEdit: (reply: QuickReply) => void): readonly Column<QuickReply>[] {
  const { t } = useLingui();
  return [
    {
      id: "shortcode",
      title: t`Atalho`,
      width: "minmax(120px, 1fr)",
      isHeader: true,
      card: "title",
      sortBy: ({ shortcode }) => shortcode,
      cell: ({ shortcode }) => <bdi className="cut">/{shortcode}</bdi>,
    },
    {
      id: "message",
      title: t`Mensagem`,
      width: "minmax(0, 3fr)",
      card: "main",
      sortBy: ({ message }) => message,
      cell: ({ message }) => <bdi className={`cut ${css.message}`} title={message}>{message}</bdi>,
    },
    {
      id: "actions",
      title: t`Ações`,
      width: "72px",
      align: "end",
      card: "corner",
      cell: (reply) => (
        <EditRemove
          name={`/${reply.shortcode}`}
          onEdit={() => onEdit(reply)}
          onRemove={() => removeQuickReply(reply)}
        />
      ),
    },
  ];
}
