import { Trans, useLingui } from "@lingui/react/macro";
import type { AuditEntry } from "../../src/contract/audit.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { useDates } from "../ui/useDates.ts";
import { aboutText } from "./about.ts";
import { callText, fieldText, SECRET_WORDS, whoText } from "./words.ts";
import css from "./ChangesDialog.module.css";

/** What was before, and what is now, field by field. */
export function ChangesDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const { dateTimeSeconds } = useDates();
  const { at, who, actedBy, what, changes } = entry;
  const when = dateTimeSeconds(at), about = aboutText(entry);
  return (
    <Dialog title={callText(what)} width={720} onClose={onClose} bodyClassName={css.body}>
      <p className={css.said}>
        {actedBy === null ? whoText(who) : <Trans>{actedBy} agiu como {who}</Trans>} · {when}
        {about && ` · ${about}`}
      </p>
      {changes.map(({ field, before, after, secret }) => (
        <section key={field} className={css.change} aria-label={fieldText(field)}>
          <h3>{fieldText(field)}</h3>
          {secret ? <p className={css.secret}>{i18n._(SECRET_WORDS[secret])}</p> : (
            <>
              <Value label={t`Antes`} value={before} />
              <Value label={t`Depois`} value={after} />
            </>
          )}
        </section>
      ))}
    </Dialog>
  );
}

function Value({ label, value }: { label: string; value: string | null }) {
  const text = value === null ? "" : readable(value);
  return (
    <div>
      <b>{label}</b>
      {value === null
        ? (
          <p className={css.none}>
            <Trans>Nada</Trans>
          </p>
        )
        // What is long is scrolled, by keyboard, too.
        : <pre tabIndex={text.split("\n").length > 8 || text.length > 400 ? 0 : undefined}>{text}</pre>}
    </div>
  );
}

/** Lists and trees line by line; what was cut is no JSON any more and stays as it is. */
function readable(value: string): string {
  if (!/^[[{]/.test(value)) return value;
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value.replaceAll(/([,{[])(?=")/g, "$1\n");
  }
}
