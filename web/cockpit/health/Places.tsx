import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { BackupPlace } from "../../../src/contract/doctor.ts";
import { PlaceFault } from "../../backups/PlaceFault.tsx";
import { agoText } from "../../ui/ago.ts";
import { Dot } from "../../ui/Dot.tsx";
import { useDates } from "../../ui/useDates.ts";
import { Commands } from "./Findings.tsx";
import { bytesText } from "./words.ts";
import css from "./HealthTab.module.css";

interface PlacesProps {
  places: readonly BackupPlace[];
  hasKey: boolean;
  isKeyAway: boolean;
}

/** Where backups lie, how old what lies there is, and up to when it was proven that it can be restored. */
export function Places({ places, hasKey, isKeyAway }: PlacesProps) {
  const { t } = useLingui();
  if (places.length === 0) {
    const todo = isKeyAway
      ? t`Nenhum backup é feito agora: a chave não está aqui.`
      : hasKey
      ? t`Nenhum lugar ainda. Acrescente um em Configurações › Provedor, ou por \`balcao backup add\`.`
      : t`Nenhum backup ainda. Acrescente um lugar em Configurações › Provedor, ou crie a chave por \`balcao backup key\`.`;
    return (
      <p className={css.none}>
        <Commands text={todo} />
      </p>
    );
  }
  return (
    <ul className={css.places}>
      {places.map((place) => <Place key={place.id} place={place} />)}
    </ul>
  );
}

function Place(
  { place: { place, fault, claimed, isEmptied, objects, bytes, since, lastBrought, provenAt, failed } }: {
    place: BackupPlace;
  },
) {
  const { t } = useLingui();
  const dates = useDates();
  const lacks = plural(objects, { one: "falta # parte", other: "faltam # partes" });
  const isStopped = claimed !== null || isEmptied;
  return (
    <li>
      <b className="cut" title={place}>{place}</b>
      <dl>
        <div>
          <dt>{t`Guardado`}</dt>
          <dd>
            <Dot tone={fault ? "danger" : since ? "waiting" : "success"} />
            {!since
              ? t`até agora`
              : isStopped
              ? t`parado: nada mais é guardado aqui`
              : objects > 0
              ? t`até ${agoText(since)}: ${lacks} (${bytesText(bytes)})`
              : t`até ${agoText(since)}`}
          </dd>
        </div>
        <div>
          <dt>{t`Última gravação`}</dt>
          <dd>{lastBrought ? dates.timeOrDate(lastBrought) : t`nenhuma desde o início`}</dd>
        </div>
        <div>
          <dt>{t`Restauração provada`}</dt>
          <dd data-tone={failed.length > 0 ? "danger" : undefined}>
            {failed.length > 0
              ? plural(failed.length, { one: "falhou em # empresa", other: "falhou em # empresas" })
              : provenAt
              ? <time dateTime={provenAt} title={dates.full(provenAt)}>{agoText(provenAt)}</time>
              : t`ainda não`}
          </dd>
        </div>
      </dl>
      {fault && (
        <p className={css.fault}>
          <PlaceFault fault={fault} claimed={claimed} isEmptied={isEmptied} />
        </p>
      )}
    </li>
  );
}
