import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Pencil, Plus, ShieldOff, Trash2 } from "lucide-react";
import { useState } from "react";
import { type User, USER_SORTS } from "../../src/contract/users.ts";
import type { Column } from "../list/column.ts";
import { DataTable } from "../list/DataTable.tsx";
import { useList } from "../list/pagedList.ts";
import { RemoveButton } from "../list/RemoveButton.tsx";
import { useDebounced } from "../list/useDebounced.ts";
import { useSorting } from "../list/useSorting.ts";
import { useMe } from "../session.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Button } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Dot } from "../ui/Dot.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { NothingFound } from "../ui/NothingFound.tsx";
import { Page } from "../ui/Page.tsx";
import { SearchField } from "../ui/SearchField.tsx";
import UserDialog from "./UserDialog.tsx";
import { profileText, removeUser, removeUsers, resetSecondFactor, userList } from "./users.ts";
import css from "./UsersPage.module.css";

/** The company's users (spec 2 §2). */
export default function UsersPage() {
  const { t } = useLingui();
  const [search, setSearch] = useState("");
  const searchParam = useDebounced(search.trim().toLowerCase());
  const sorting = useSorting("users", USER_SORTS);
  const list = useList(userList, { searchParam, ...sorting.query });
  const [edited, setEdited] = useState<User | "new">();
  return (
    <Page
      title={t`Usuários`}
      search={<SearchField label={t`Buscar usuários`} placeholder={t`Buscar`} value={search} onText={setSearch} />}
      action={
        <Button variant="primary" icon={Plus} onClick={() => setEdited("new")}>
          <Trans>Adicionar</Trans>
        </Button>
      }
    >
      <DataTable
        name="users"
        list={list}
        sorting={sorting}
        bulk={{
          says: (count) => plural(count, { one: "# usuário selecionado", other: "# usuários selecionados" }),
          actions: (rows) => <RemoveButton onRemove={() => removeUsers(rows)} />,
        }}
        label={t`Usuários`}
        place={`users ${searchParam}`}
        columns={useUserColumns(setEdited)}
        rowHeight={56}
        empty={
          <NothingFound
            title={t`Nenhum usuário encontrado`}
            text={t`Ninguém com “${search}” no nome ou no e-mail.`}
            onClear={() => setSearch("")}
          />
        }
      />
      {edited && <UserDialog user={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}

function useUserColumns(onEdit: (user: User) => void): readonly Column<User>[] {
  const { t } = useLingui();
  const me = useMe();
  return [
    {
      id: "name",
      title: t`Nome`,
      width: "minmax(0, 3fr)",
      isHeader: true,
      card: "title",
      cell: ({ id, name, online }) => (
        <span className={css.name}>
          <Avatar id={id} name={name} size={28} />
          <bdi>{name}</bdi>
          {online && (
            <span className={css.online}>
              <Dot tone="success" />
              <Trans>no ar</Trans>
            </span>
          )}
        </span>
      ),
    },
    {
      id: "email",
      title: t`E-mail`,
      width: "minmax(0, 3fr)",
      card: "main",
      cell: ({ email }) => <bdi className={css.email}>{email}</bdi>,
    },
    {
      id: "queues",
      title: t`Filas`,
      isSpare: true,
      width: "minmax(0, 3fr)",
      cell: ({ queues }) => (
        <span className={css.queues}>
          {queues.map(({ id, name, color }) => (
            <span key={id}>
              <Dot hue={color} />
              {name}
            </span>
          ))}
        </span>
      ),
    },
    {
      id: "profile",
      title: t`Perfil`,
      width: "132px",
      card: "side",
      cell: ({ profile }) => <Chip tone={profile === "admin" ? "accent" : undefined}>{profileText(profile)}</Chip>,
    },
    {
      id: "actions",
      title: t`Ações`,
      width: "108px",
      align: "end",
      card: "corner",
      cell: (user) => (
        <span className={css.actions}>
          <IconButton label={t`Editar ${user.name}`} icon={Pencil} onClick={() => onEdit(user)} />
          {user.hasSecondFactor && user.id !== me.id && (
            <IconButton
              label={t`Desativar a verificação em duas etapas de ${user.name}`}
              icon={ShieldOff}
              onClick={() => resetSecondFactor(user)}
            />
          )}
          {user.id !== me.id && (
            <IconButton
              label={t`Excluir ${user.name}`}
              icon={Trash2}
              onClick={() => removeUser(user)}
            />
          )}
        </span>
      ),
    },
  ];
}
