import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { SearchX } from "lucide-react";
import type { Found } from "../../src/contract/search.ts";
import { deskAtom } from "../inbox/desk.ts";
import { LIST_NAMES } from "../inbox/list.ts";
import { keptTicketsAtom, readBefore } from "../thread/opened.ts";
import { Empty } from "../ui/Empty.tsx";
import { RowBoundary } from "../ui/RowBoundary.tsx";
import { FoundRow } from "./FoundRow.tsx";
import { findKept, isSearchedHere } from "./kept.ts";
import type { Wanted } from "./search.ts";
import css from "./SearchPage.module.css";

/** What this device has kept of what is searched, while there is no network. */
export function KeptResults({ wanted }: { wanted: Wanted }) {
  const { t } = useLingui();
  const desk = useAtomValue(deskAtom), opened = useAtomValue(keptTicketsAtom);
  const { text } = wanted;
  const tickets = LIST_NAMES.flatMap((name) => desk[name].rows);
  const found = findKept({ tickets, threads: [...opened, ...readBefore.values()] }, wanted);
  const isEmpty = isSearchedHere(wanted.in) && found.length === 0;
  return (
    <>
      <Offline wanted={wanted} />
      {isEmpty && <Empty icon={SearchX} title={t`Nada guardado com “${text}”`} />}
      {found.length > 0 && <KeptRows found={found} wanted={wanted} />}
    </>
  );
}

function KeptRows({ found, wanted }: { found: readonly Found[]; wanted: Wanted }) {
  const { t } = useLingui();
  const { text } = wanted;
  return (
    <div className={css.kept} role="region" aria-label={t`Resultados da busca por ${text}`} tabIndex={0}>
      {found.map((one) => (
        <RowBoundary key={one.id} of={one} fallback={null}>
          <FoundRow found={one} what={wanted.in} />
        </RowBoundary>
      ))}
    </div>
  );
}

/** What can be searched without a network, and what waits for it. */
export function Offline({ wanted }: { wanted: Wanted }) {
  return (
    <p className={css.offline} role="status">
      {isSearchedHere(wanted.in)
        ? <Trans>Sem conexão: a busca vê só o que este aparelho guardou, e os filtros esperam a conexão voltar.</Trans>
        : <Trans>Sem conexão, observações e arquivos não podem ser buscados.</Trans>}
    </p>
  );
}
