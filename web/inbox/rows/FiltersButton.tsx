import { Trans, useLingui } from "@lingui/react/macro";
import { ListFilter } from "lucide-react";
import { Suspense } from "react";
import { IconButton } from "../../ui/IconButton.tsx";
import { Popover } from "../../ui/Popover.tsx";
import type { Address } from "../../tickets/address.ts";
import { lazy } from "../../ui/part.ts";

const Filters = lazy(() => import("./Filters.tsx"));

/** Opens the filters; pressed while any is set. */
export function FiltersButton({ address }: { address: Address }) {
  const { t } = useLingui();
  const { queueIds, userIds, tagIds, showAll } = address;
  const set = queueIds.length + userIds.length + tagIds.length + (showAll === undefined ? 0 : 1);
  return (
    <Popover
      label={t`Filtros`}
      trigger={(trigger) => (
        <IconButton
          {...trigger}
          icon={ListFilter}
          label={set ? t`Filtros: ${set} em uso` : t`Filtros`}
          aria-pressed={set > 0}
        />
      )}
    >
      {(close) => (
        <Suspense
          fallback={
            <p role="status">
              <Trans>Carregando…</Trans>
            </p>
          }
        >
          <Filters address={address} close={close} />
        </Suspense>
      )}
    </Popover>
  );
}
