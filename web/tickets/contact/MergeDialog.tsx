import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useRef, useState } from "react";
import { type Contact, contacts } from "../../../src/contract/contacts.ts";
import { type MergePlan, merges } from "../../../src/contract/merges.ts";
import { call } from "../../call.ts";
import { Lookup } from "../../list/Lookup.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { FormFoot } from "../../ui/FormFoot.tsx";
import { showError } from "../../ui/showError.ts";
import { toast } from "../../ui/toast.ts";
import { formatNumber } from "../../../src/shared/phone_numbers.ts";
import { undoMerge } from "./contacts.ts";
import css from "./MergeDialog.module.css";

/** Makes one contact of two that are the same person, after saying what that means. */
export default function MergeDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { t } = useLingui();
  const [other, setOther] = useState<Contact | null>(null);
  const [plan, setPlan] = useState<MergePlan | null>(null);
  const [busy, setBusy] = useState(false);
  const wanted = useRef<number>(undefined);

  const choose = async (chosen: Contact | null) => {
    setOther(chosen);
    setPlan(null);
    wanted.current = chosen?.id;
    if (!chosen) return;
    const answer = await call(merges.plan, { id: contact.id, otherId: chosen.id }).catch(showError);
    if (answer && wanted.current === chosen.id) setPlan(answer);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!plan || busy) return;
    setBusy(true);
    try {
      const merge = await call(merges.merge, { id: plan.kept.id, contactId: plan.gone.id });
      const [kept, gone] = [plan.kept.name, plan.gone.name];
      toast.success(t`${gone} agora faz parte de ${kept}.`, {
        action: { label: t`Desfazer`, act: () => void undoMerge(merge) },
      });
      onClose();
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={t`Unir contatos`}
      onClose={onClose}
      form={{ onSubmit: submit }}
      bodyClassName={css.fields}
      foot={
        <FormFoot onCancel={onClose} busy={busy} disabled={!plan}>
          <Trans>Unir</Trans>
        </FormFoot>
      }
    >
      <Who contact={contact} />
      <OtherLookup than={contact} value={other} onValue={choose} />
      <div role="status">{plan && <Plan plan={plan} />}</div>
    </Dialog>
  );
}

interface OtherLookupProps {
  than: Contact;
  value: Contact | null;
  onValue: (chosen: Contact | null) => void;
}

/** Any contact but one. */
function OtherLookup({ than, value, onValue }: OtherLookupProps) {
  const { t } = useLingui();
  return (
    <Lookup
      label={t`É a mesma pessoa que`}
      placeholder={t`Nome ou número`}
      autoFocus
      value={value}
      onValue={onValue}
      ask={async (searchParam) =>
        (await call(contacts.list, { searchParam, pageNumber: 1 })).contacts.filter(({ id }) => id !== than.id)}
      nameOf={({ name, number }) => name || formatNumber(number)}
    >
      {(one) => <Who contact={one} />}
    </Lookup>
  );
}

function Who({ contact: { id, name, number, profilePicUrl } }: { contact: Contact }) {
  return (
    <span className={css.who}>
      <Avatar id={id} name={name} src={profilePicUrl} size={28} />
      <span>
        <b dir="auto">{name || formatNumber(number)}</b>
        <small>{formatNumber(number)}</small>
      </span>
    </span>
  );
}

function Plan({ plan: { kept, gone, tickets, notes, joins } }: { plan: MergePlan }) {
  const [stays, goes] = [<b key="stays" dir="auto">{kept.name}</b>, <b key="goes" dir="auto">{gone.name}</b>];
  return (
    <ul className={css.plan}>
      <li>
        <Trans>Fica {stays}, o contato mais antigo, com o nome e o número dele.</Trans>
      </li>
      <li>
        <Trans>
          De {goes} vêm <Plural value={tickets} one="# atendimento" other="# atendimentos" /> e{" "}
          <Plural value={notes} one="# observação" other="# observações" />, as informações extras e o número.
        </Trans>
      </li>
      {joins > 0 && (
        <li>
          <Trans>Os atendimentos em andamento dos dois viram um só.</Trans>
        </li>
      )}
      <li>
        <Trans>Quem uniu ou um administrador pode desfazer depois, nos dados do contato.</Trans>
      </li>
    </ul>
  );
}
