import { useLingui } from "@lingui/react/macro";
import { Link } from "wouter";
import type { ApiRequest } from "../../src/contract/send_api.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import { Chip } from "../ui/Chip.tsx";
import { useDates } from "../ui/useDates.ts";
import { saysOfRequest, toneOfStatus, whatOfRequest } from "./requestTexts.ts";
import css from "./ApiPage.module.css";

/** One request in two lines: what was asked for, and what has become of it. */
export function RequestRow({ request }: { request: ApiRequest }) {
  const { t } = useLingui();
  const dates = useDates();
  const { status, number, fileName, token, key, ticket, at } = request;
  const to = formatNumber(number), what = number ? t`${whatOfRequest(request)} para ${to}` : whatOfRequest(request);
  return (
    <div className={css.row}>
      <Chip tone={toneOfStatus(status)}>{status}</Chip>
      <span>
        <b>
          {ticket ? <Link href={`/tickets/${ticket.uuid}`}>{what}</Link> : what}
          {fileName && `, ${fileName}`}
        </b>
        <small>{[token, key, saysOfRequest(request)].filter(Boolean).join(" · ")}</small>
      </span>
      <time dateTime={at} title={dates.full(at)}>{dates.dateTimeSeconds(at)}</time>
    </div>
  );
}
