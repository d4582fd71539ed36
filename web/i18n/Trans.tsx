import { Trans as LinguiTrans, type TransProps } from "@lingui/react";

/**
 * What `<Trans>` of the macro becomes (lingui.config.ts). In a sentence's text a value is looked through for the sentence's own
 * elements: what somebody has called "<b>" would lose its brackets. As a node of its own it is shown as it was written.
 */
export function Trans({ values, ...props }: TransProps) {
  const entries = Object.entries(values ?? {}).map(([name, value]) => [name, isLikeTag(value) ? [value] : value]);
  return <LinguiTrans {...props} values={values && Object.fromEntries(entries)} />;
}

function isLikeTag(value: unknown): boolean {
  return typeof value === "string" && value.includes("<");
}
