import { useLingui } from "@lingui/react/macro";

/** How much an announcement matters, to choose from (spec 3 §2.8). */
export function usePriorities(): readonly { value: string; label: string }[] {
  const { t } = useLingui();
  return [
    { value: "1", label: t`Alta` },
    { value: "2", label: t`Média` },
    { value: "3", label: t`Baixa` },
  ];
}
