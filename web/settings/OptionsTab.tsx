import { Trans, useLingui } from "@lingui/react/macro";
import { BOT_TEXT_KEYS, BOT_TEXTS_IN, type BotLanguage, type BotTexts } from "../../src/shared/bot/texts.ts";
import type { SettingKey } from "../../src/contract/settings.ts";
import { useList } from "../list/pagedList.ts";
import { useMe } from "../session.ts";
import { Failed } from "../ui/Empty.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { OptionField } from "./OptionField.tsx";
import { GROUPS, type Option, PROVIDERS } from "./options.ts";
import { settingList } from "./settings.ts";
import { TimeZoneField } from "./TimeZoneField.tsx";
import css from "./SettingsPage.module.css";

/** What the company chose, each choice saved as soon as it is made. */
export function OptionsTab() {
  const { t, i18n } = useLingui();
  const me = useMe();
  const list = useList(settingList, {});
  if (list.state === "failed" && list.rows.length === 0) {
    return <Failed title={t`As opções não vieram`} error={list.error} onRetry={list.retry} />;
  }
  // A field that is there already would be moved by those that come above it.
  const isHere = list.rows.length > 0;
  const field = (option: Option, isFixed = false) => {
    const setting = list.rows.find(({ key }) => key === option.key);
    return setting
      ? (
        <OptionField
          key={option.key}
          option={option}
          setting={setting}
          isFixed={isFixed}
          usual={usualText(option.key, list.rows.find(({ key }) => key === "botLanguage")?.value)}
        />
      )
      : list.state === "loading" && <Skeleton key={option.key} width={480} height={52} />;
  };
  return (
    <div className={css.groups}>
      {GROUPS.map(({ title, hint, options }) => (
        <section key={title.id} aria-label={i18n._(title)}>
          <h2>{i18n._(title)}</h2>
          {hint && <p className={css.groupHint}>{i18n._(hint)}</p>}
          {options.map((option) => field(option))}
          {options.some(({ key }) => key === "scheduleType") && isHere && <TimeZoneField />}
        </section>
      ))}
      <section aria-label={t`Do fornecedor`}>
        <h2>
          <Trans>Do fornecedor</Trans>
        </h2>
        {field(PROVIDERS.campaignsEnabled, !me.super)}
        {me.super && field(PROVIDERS.userCreation)}
      </section>
    </div>
  );
}

/** What the bot says where the company has written nothing. */
function usualText(key: SettingKey, language: string | undefined): string | undefined {
  const name = (Object.keys(BOT_TEXT_KEYS) as (keyof BotTexts)[]).find((each) => BOT_TEXT_KEYS[each] === key);
  return name && BOT_TEXTS_IN[language as BotLanguage]?.[name];
}
