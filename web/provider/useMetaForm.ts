import { useLingui } from "@lingui/react/macro";
import { meta as calls, MetaForm, type MetaSettings } from "../../src/contract/meta.ts";
import { call } from "../call.ts";
import { toast } from "../ui/toast.ts";
import { useForm } from "../ui/useForm.ts";

/** What is typed of the provider's app at Meta; secrets that are left empty stay. */
export function useMetaForm(settings: MetaSettings, onSaved: (settings: MetaSettings) => void) {
  const { t } = useLingui();
  return useForm(MetaForm, {
    start: startOf(settings),
    record: settings,
    startOf,
    submit: async (typed, was) => {
      const saved = await call(calls.save, { ...typed, was });
      toast.success(t`Operação realizada com sucesso!`);
      onSaved(saved);
    },
  });
}

export type MetaFormOf = ReturnType<typeof useMetaForm>;

function startOf({ appId, instagramAppId, version }: MetaSettings) {
  return { appId, secret: "", instagramAppId, instagramSecret: "", version };
}
