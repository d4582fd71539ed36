import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Paperclip, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import type { Campaign } from "../../src/contract/campaigns.ts";
import type { CampaignVariable } from "../../src/contract/campaign_settings.ts";
import { useMe } from "../session.ts";
import { fetchFile } from "../thread/media.ts";
import { Button } from "../ui/Button.tsx";
import { Phone, PhoneBubble } from "../ui/phone/Phone.tsx";
import { Select } from "../ui/Select.tsx";
import { ownVariables } from "./campaigns.ts";
import type { Fields, Slot } from "./draft.ts";
import { previewOf, variationsOf } from "./preview.ts";
import type { Check } from "./useCheck.ts";
import { countText } from "./words.ts";
import css from "./PhonePreview.module.css";

interface PhonePreviewProps {
  values: Fields;
  slot: Slot;
  check: Check | undefined;
  /** Asks for further people to look at it as. */
  onMore: () => void;
  file: File | undefined;
  campaign: Campaign | undefined;
  /** What goes first over the Cloud API. */
  template: string | undefined;
  /** On a narrow screen it is looked at instead of the fields. */
  isShown: boolean;
}

const MORE = "more";

/** A message as one of the recipients sees it, on a phone. */
export function PhonePreview({ values, slot, check, onMore, file, campaign, template, isShown }: PhonePreviewProps) {
  const { t } = useLingui();
  const { company } = useMe();
  const [seed, setSeed] = useState(1), [nth, setNth] = useState(0);
  const [own, setOwn] = useState<readonly CampaignVariable[]>([]);
  useEffect(() => {
    // Without them the variables only stay as they were typed.
    ownVariables().then(setOwn, () => {});
  }, []);
  const samples = check?.samples ?? [];
  const example = { name: t`Maria Exemplo`, number: "5511999990000", email: "maria@exemplo.com", columns: {} };
  const who = samples[nth] ?? samples[0] ?? example;
  const { message, question } = previewOf(values, slot, { who, own, known: check?.variables ?? [], seed, template });
  const variations = variationsOf(values, check?.variables ?? [], template);
  const names = (samples.length > 0 ? samples : [example]).map(({ name, number }, nth) => ({
    value: String(nth),
    label: t`Como ${name || number}`,
  }));
  return (
    <aside className={css.preview} aria-label={t`Prévia`} data-shown={isShown || undefined}>
      <header className={css.head}>
        <span>
          {template !== undefined && values.confirmation !== "true"
            ? <Trans>Prévia do modelo</Trans>
            : <Trans>Prévia da Msg. {slot}</Trans>}
        </span>
        <Button size="small" icon={RefreshCw} onClick={() => setSeed(seed + 1)}>
          <Trans>Outra variação</Trans>
        </Button>
      </header>
      <div className={css.who}>
        <Select
          label={t`Quem recebe`}
          options={samples.length === 5 ? [...names, { value: MORE, label: t`Outras pessoas` }] : names}
          value={String(samples[nth] ? nth : 0)}
          onText={(value) => value === MORE ? onMore() : setNth(Number(value))}
        />
      </div>
      <Phone company={company}>
        <div className={css.thread} tabIndex={0} role="region" aria-label={t`Conversa`}>
          {question && (
            <>
              <PhoneBubble>{question}</PhoneBubble>
              <PhoneBubble isOwn>1</PhoneBubble>
            </>
          )}
          <File file={file} campaign={campaign} />
          {message
            ? <PhoneBubble isMarked>{message}</PhoneBubble>
            : !file && !campaign?.mediaName && (
              <p className={css.none}>
                {template !== undefined && values.confirmation !== "true"
                  ? <Trans>Nenhum modelo escolhido.</Trans>
                  : <Trans>A Msg. {slot} ainda não tem texto.</Trans>}
              </p>
            )}
        </div>
      </Phone>
      <small className={css.count}>
        {plural(variations, { one: "# variação", other: `${countText(variations)} variações` })}
      </small>
    </aside>
  );
}

function File({ file, campaign }: { file: File | undefined; campaign: Campaign | undefined }) {
  const type = file?.type ?? campaign?.mediaType ?? "", name = file?.name ?? campaign?.mediaName;
  const address = usePicture(type.startsWith("image/") ? file ?? campaign?.mediaPath ?? undefined : undefined);
  if (!name) return null;
  if (address) return <img className={css.picture} src={address} alt={name} />;
  return (
    <PhoneBubble>
      <Paperclip size={12} aria-hidden /> {name}
    </PhoneBubble>
  );
}

/** What the browser shows a picture by: a chosen file, or one that the server has. */
function usePicture(from: globalThis.File | string | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!from) return setAddress(undefined);
    let made: string | undefined, isOver = false;
    const show = (blob: Blob) => {
      if (!isOver) setAddress(made = URL.createObjectURL(blob));
    };
    // Without its picture the file's name is shown.
    if (typeof from === "string") fetchFile(from).then(show, () => setAddress(undefined));
    else show(from);
    return () => {
      isOver = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [from]);
  return address;
}
