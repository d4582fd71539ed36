import { useLingui } from "@lingui/react/macro";
import { Merge, MessageSquarePlus, Pencil, Trash2 } from "lucide-react";
import type { Contact } from "../../src/contract/contacts.ts";
import type { Column } from "../list/column.ts";
import { useMay } from "../session.ts";
import { askNewTicket } from "../tickets/dialogs.ts";
import { formatNumber } from "../../src/shared/phone_numbers.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { removeContact } from "./contacts.ts";
import css from "./ContactsPage.module.css";

interface Does {
  onEdit: (contact: Contact) => void;
  onMerge: (contact: Contact) => void;
}

/** The table's columns (spec 1 §2.11). */
export function useContactColumns({ onEdit, onMerge }: Does): readonly Column<Contact>[] {
  const { t } = useLingui();
  const mayDelete = useMay("contacts-page:deleteContact");
  return [
    {
      id: "name",
      title: t`Nome`,
      width: "minmax(0, 2fr)",
      isHeader: true,
      card: "title",
      cell: ({ id, name, number, profilePicUrl }) => (
        <span className={css.who}>
          <Avatar id={id} name={name} src={profilePicUrl} />
          <bdi className="cut" title={name}>{name || formatNumber(number)}</bdi>
        </span>
      ),
    },
    {
      id: "number",
      title: t`WhatsApp`,
      width: "minmax(160px, 1fr)",
      card: "main",
      cell: ({ number }) => <span className={css.number}>{formatNumber(number)}</span>,
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
      width: "136px",
      align: "end",
      card: "corner",
      cell: (contact) => <Actions contact={contact} mayDelete={mayDelete} onEdit={onEdit} onMerge={onMerge} />,
    },
  ];
}

function Actions({ contact, mayDelete, onEdit, onMerge }: { contact: Contact; mayDelete: boolean } & Does) {
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
        <IconButton
          label={t`Excluir ${contact.name}`}
          icon={Trash2}
          onClick={() => removeContact(contact)}
        />
      )}
    </span>
  );
}
