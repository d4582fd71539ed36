import { Link } from "wouter";
import type { ApiRequest } from "../../src/contract/send_api.ts";
import { Chip } from "../ui/Chip.tsx";
import { useDates } from "../ui/useDates.ts";
import { saysOfRequest, titleOfRequest, toneOfRequest } from "./requestTexts.ts";
import css from "./ApiPage.module.css";

/** One request in two lines: what was asked for, and what has become of it. */
export function RequestRow({ request }: { request: ApiRequest }) {
  const dates = useDates();
  const { status, fileName, token, key, ticket, at } = request;
  const what = titleOfRequest(request);
  return (
    <div className={css.row}>
      <Chip tone={toneOfRequest(request)}>{status}</Chip>
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
