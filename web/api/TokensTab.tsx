import { Trans, useLingui } from "@lingui/react/macro";
import { Ban, KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import type { ApiToken } from "../../src/contract/api_tokens.ts";
import type { Column } from "../list/column.ts";
import { DataTable } from "../list/DataTable.tsx";
import type { ListView } from "../list/pagedList.ts";
import { Button } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Empty } from "../ui/Empty.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { useDates } from "../ui/useDates.ts";
import { revokeToken } from "./api.ts";
import { scopeText } from "./scopes.ts";
import { SecretDialog } from "./SecretDialog.tsx";
import { TokenDialog } from "./TokenDialog.tsx";
import css from "./ApiPage.module.css";

/** Tokens of integrators, each with what it may do. */
export function TokensTab({ list }: { list: ListView<ApiToken> }) {
  const { t } = useLingui();
  const [isAdding, setAdding] = useState(false), [token, setToken] = useState<string>();
  const add = (variant: "primary" | "secondary") => (
    <Button
      variant={variant}
      icon={Plus}
      onClick={() => setAdding(true)}
    >
      <Trans>Novo token</Trans>
    </Button>
  );
  return (
    <>
      <div className={css.above}>
        <p>
          <Trans>Um token por sistema: assim se sabe quem enviou o quê, e revoga-se um sem parar os outros.</Trans>
        </p>
        {add("primary")}
      </div>
      <DataTable
        name="api_tokens"
        list={list}
        label={t`Tokens`}
        place="api tokens"
        columns={useTokenColumns()}
        rowHeight={56}
        empty={
          <Empty
            icon={KeyRound}
            title={t`Nenhum token ainda`}
            text={t`Cada conexão pode ter o seu. Aqui ficam os de sistemas que fazem mais, ou que enviam por várias conexões.`}
            action={add("secondary")}
          />
        }
      />
      {isAdding && (
        <TokenDialog
          onClose={() => setAdding(false)}
          onMade={(made) => {
            setAdding(false);
            setToken(made);
          }}
        />
      )}
      {token && (
        <SecretDialog
          title={t`Token criado`}
          label={t`Token`}
          secret={token}
          text={t`Copie agora: ele não aparece de novo.`}
          onClose={() => setToken(undefined)}
        />
      )}
    </>
  );
}

function useTokenColumns(): readonly Column<ApiToken>[] {
  const { t } = useLingui();
  const dates = useDates();
  const state = ({ revokedAt, expiresAt }: ApiToken) => {
    if (revokedAt) return <Chip tone="danger">{t`revogado em ${dates.date(revokedAt)}`}</Chip>;
    if (expiresAt && new Date(expiresAt) <= new Date()) return <Chip tone="danger">{t`vencido`}</Chip>;
    // The last day on which it counts, not the first on which it doesn't.
    const last = expiresAt && dates.date(new Date(+new Date(expiresAt) - 1).toISOString());
    return last ? t`até ${last}` : t`sem prazo`;
  };
  return [
    {
      id: "name",
      title: t`Nome`,
      width: "minmax(0, 2fr)",
      isHeader: true,
      card: "title",
      sortBy: ({ name }) => name,
      cell: ({ name, hint }) => (
        <span className={css.two}>
          <b className="cut">{name}</b>
          <small>{hint}…</small>
        </span>
      ),
    },
    {
      id: "scopes",
      title: t`Permissões`,
      width: "minmax(0, 2fr)",
      card: "main",
      cell: ({ scopes }) => <span className="cut">{scopes.map(scopeText).join(", ")}</span>,
    },
    {
      id: "limits",
      title: t`Limites`,
      width: "minmax(0, 1fr)",
      isSpare: true,
      cell: ({ perMinute, perDay }) => perDay === null ? t`${perMinute}/min` : t`${perMinute}/min, ${perDay}/dia`,
    },
    {
      id: "lastUsedAt",
      title: t`Último uso`,
      width: "minmax(120px, 1fr)",
      isSpare: true,
      sortBy: ({ lastUsedAt }) => lastUsedAt ?? "",
      cell: ({ lastUsedAt }) => lastUsedAt ? dates.dateTime(lastUsedAt) : t`nunca usado`,
    },
    {
      id: "state",
      title: t`Validade`,
      width: "minmax(140px, 1fr)",
      card: "side",
      sortBy: ({ expiresAt }) => expiresAt ?? "9",
      cell: state,
    },
    {
      id: "actions",
      title: t`Ações`,
      width: "64px",
      align: "end",
      card: "corner",
      cell: (token) =>
        token.revokedAt === null && (
          <IconButton
            label={t`Revogar ${token.name}`}
            icon={Ban}
            onClick={() => void revokeToken(token)}
          />
        ),
    },
  ];
}
