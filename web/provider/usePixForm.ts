import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { type Pix, pix as calls, PixForm as Fields } from "../../src/contract/pix.ts";
import { call } from "../call.ts";
import { toast } from "../ui/toast.ts";
import { useForm } from "../ui/useForm.ts";

/** What is typed of how companies pay. */
export function usePixForm(pix: Pix, onSaved: (pix: Pix) => void) {
  const { t } = useLingui();
  const [isUncertified, setUncertified] = useState(false);
  const form = useForm(Fields, {
    start: startOf(pix),
    record: pix,
    startOf,
    submit: async (typed, was) => {
      const saved = await call(calls.save, { ...typed, was });
      toast.success(t`Operação realizada com sucesso!`);
      onSaved(saved);
    },
    refused: ({ code }) => {
      if (code === "ERR_CERTIFICATE") setUncertified(true);
      return code === "ERR_CERTIFICATE";
    },
  });
  return { form, isUncertified, setUncertified };
}

export type PixFormOf = ReturnType<typeof usePixForm>["form"];

function startOf({ gateway, key, name, city, address }: Pix) {
  return { gateway, key, name, city, address, clientId: "", clientSecret: "" };
}
