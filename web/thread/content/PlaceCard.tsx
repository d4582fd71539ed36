import { Trans, useLingui } from "@lingui/react/macro";
import type { Message } from "../../../src/contract/messages.ts";
import css from "./PlaceCard.module.css";

/** A place with the way to a real map. The map beside it is only a drawing, so that no other site hears of it. */
export function PlaceCard({ message }: { message: Message }) {
  const { t } = useLingui();
  const place = message.places;
  if (!place || !Number.isFinite(place.latitude) || !Number.isFinite(place.longitude)) return <b>{t`Localização`}</b>;
  const { latitude, longitude, name } = place;
  const address = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
  return (
    <div className={css.place}>
      <svg viewBox="0 0 96 72" aria-hidden>
        <rect className={css.land} width="96" height="72" />
        <path
          className={css.block}
          d="M0 0h26v20H0zM34 0h30v14H34zM72 0h24v26H72zM0 28h22v22H0zM34 56h26v16H34zM68 40h28v32H68z"
        />
        <path className={css.park} d="M34 22h26v26H34z" />
        <path className={css.road} d="M30 0v72M0 24h64l32 10M66 0v72M0 53h96" fill="none" strokeWidth="4" />
        <path className={css.pin} d="M48 20a9 9 0 0 1 9 9c0 6-6 10-9 14-3-4-9-8-9-14a9 9 0 0 1 9-9z" />
        <circle className={css.eye} cx="48" cy="29" r="3.5" />
      </svg>
      <span>
        <b>{name || t`Localização`}</b>
        <small>{latitude.toFixed(5)}, {longitude.toFixed(5)}</small>
        <a href={address} target="_blank" rel="noopener noreferrer">
          <Trans>Abrir no mapa</Trans>
        </a>
      </span>
    </div>
  );
}
