import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { PROVIDER_SETTINGS, providerSettings } from "../../src/contract/provider_settings.ts";
import { call } from "../call.ts";
import { useProviderRecord } from "../provider/useProviderRecord.ts";
import { useMay } from "../session.ts";
import { Select } from "../ui/Select.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import css from "./AuditPage.module.css";

const KEY = "auditMonths";

/** For how long all companies' logs are kept, for who may say so. */
export function KeptFor() {
  const may = useMay("provider-settings:edit");
  return may && <Choice />;
}

function Choice() {
  const { t } = useLingui();
  const { record, error, show } = useProviderRecord(readMonths, [KEY]);
  const [isBusy, setBusy] = useState(false);
  if (error !== undefined) return null;
  if (record === undefined) {
    return (
      <div className={css.kept}>
        <Skeleton width={240} height={54} />
      </div>
    );
  }
  const keep = async (value: string) => {
    const isLess = Number(value) < Number(record);
    const question = {
      title: t`Guardar os registros por menos tempo?`,
      text: t`O que for mais antigo é apagado, em todas as empresas.`,
      yes: t`Guardar por menos tempo`,
      danger: true,
    };
    if (isLess && !await confirm(question)) return;
    setBusy(true);
    try {
      show((await call(providerSettings.change, { key: KEY, value })).value);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={css.kept}>
      <Select
        label={t`Guardar os registros por`}
        value={record}
        onText={(value) => void keep(value)}
        disabled={isBusy}
        options={PROVIDER_SETTINGS[KEY].values.map((value) => ({
          value,
          label: plural(Number(value), { one: "# mês", other: "# meses" }),
        }))}
      />
    </div>
  );
}

async function readMonths(): Promise<string> {
  const all = await call(providerSettings.list);
  return all.find(({ key }) => key === KEY)!.value;
}
