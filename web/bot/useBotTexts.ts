import { useMemo } from "react";
import { type BotTexts, botTextsBy } from "../../src/shared/bot/texts.ts";
import { useMe } from "../session.ts";

/** The bot's own words in this company. */
export function useBotTexts(): BotTexts {
  const { settings } = useMe().company;
  return useMemo(() => botTextsBy((key) => settings.find((one) => one.key === key)?.value ?? ""), [settings]);
}
