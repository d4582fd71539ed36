import { useLingui } from "@lingui/react/macro";
import { Ellipsis, Merge, MessageSquarePlus, Pencil, ShieldCheck, Trash2 } from "lucide-react";
import type { Contact } from "../../src/contract/contacts.ts";
import type { Column } from "../list/column.ts";
import { useMay } from "../session.ts";
import { askNewTicket } from "../tickets/dialogs.ts";
import { reachText } from "../ui/reach.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Menu, type MenuEntry } from "../ui/Menu.tsx";
import { removeContact } from "./contacts.ts";
import css from "./ContactsPage.module.css";

interface Does {
  onEdit: (contact: Contact) => void;
  onMerge: (contact: Contact) => void;
  onPrivacy: (contact: Contact) => void;
}

/** The table's columns (spec 1 §2.11). */
export function useContactColumns({ onEdit, onMerge, onPrivacy }: Does): readonly Column<Contact>[] {
  const { t } = useLingui();
  const mayDelete = useMay("contacts-page:deleteContact");
  return [
    {
      id: "name",
      title: t`Nome`,
      width: "minmax(0, 2fr)",
      isHeader: true,
      card: "title",
      cell: ({ id, name, profilePicUrl, ...one }) => (
        <span className={css.who}>
          <Avatar id={id} name={name} src={profilePicUrl} />
          <bdi className="cut" title={name}>{name || reachText(one)}</bdi>
        </span>
      ),
    },
    {
      id: "number",
      title: t`WhatsApp`,
      width: "minmax(160px, 1fr)",
      card: "main",
      cell: (contact) => <span className={css.number}>{reachText(contact)}</span>,
    },
    {
      id: "email",
      title: t`E-mail`,
      width: "minmax(0, 1.5fr)",
      cell: ({ email }) => <span className={`cut ${css.email}`} title={email}>{email}</span>,
    },
    {
      id: "actions",
      title: t`Ações`,
      width: mayDelete ? "172px" : "136px",
      align: "end",
      card: "corner",
      cell: (contact) => (
        <Actions contact={contact} mayDelete={mayDelete} onEdit={onEdit} onMerge={onMerge} onPrivacy={onPrivacy} />
      ),
    },
  ];
}

function Actions({ contact, mayDelete, onEdit, onMerge, onPrivacy }: { contact: Contact; mayDelete: boolean } & Does) {
  const { t } = useLingui();
  return (
    <span className={css.actions}>
      <IconButton
        label={t`Novo atendimento com ${contact.name}`}
        icon={MessageSquarePlus}
        onClick={() => askNewTicket(contact)}
      />
      <IconButton label={t`Editar ${contact.name}`} icon={Pencil} onClick={() => onEdit(contact)} />
      <span className="only-wide">
        <IconButton
          label={t`Unir ${contact.name} com outro contato`}
          icon={Merge}
          onClick={() => onMerge(contact)}
        />
      </span>
      {mayDelete && (
        <span className="only-wide">
          <IconButton
            label={t`Privacidade de ${contact.name}`}
            icon={ShieldCheck}
            onClick={() => onPrivacy(contact)}
          />
        </span>
      )}
      <span className="only-narrow">
        <MoreMenu contact={contact} mayDelete={mayDelete} onMerge={onMerge} onPrivacy={onPrivacy} />
      </span>
      {mayDelete && (
        <IconButton
          label={t`Excluir ${contact.name}`}
          icon={Trash2}
          onClick={() => removeContact(contact)}
        />
      )}
    </span>
  );
}

/** What has no room beside the name on a phone. */
function MoreMenu(
  { contact, mayDelete, onMerge, onPrivacy }: { contact: Contact; mayDelete: boolean } & Omit<Does, "onEdit">,
) {
  const { t } = useLingui();
  const label = t`Mais sobre ${contact.name}`;
  const entries: MenuEntry[] = [
    { label: t`Unir com outro contato`, icon: Merge, onChoose: () => onMerge(contact) },
    ...(mayDelete ? [{ label: t`Privacidade`, icon: ShieldCheck, onChoose: () => onPrivacy(contact) }] : []),
  ];
  return (
    <Menu
      label={label}
      trigger={(props) => <IconButton label={label} icon={Ellipsis} {...props} />}
      entries={entries}
    />
  );
}
