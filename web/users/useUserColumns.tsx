import { Trans, useLingui } from "@lingui/react/macro";
import { KeyRound, Pencil, ShieldOff, Trash2 } from "lucide-react";
import type { User } from "../../src/contract/users.ts";
import type { Column } from "../list/column.ts";
import { useMe } from "../session.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Dot } from "../ui/Dot.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { profileText, removeUser, resetSecondFactor } from "./users.ts";
import css from "./UsersPage.module.css";

/** The table's columns (spec 2 §2). */
export function useUserColumns(
  { onEdit, onLink }: Pick<ActionsProps, "onEdit" | "onLink">,
): readonly Column<User>[] {
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
      cell: ({ queues }) => <Queues queues={queues} />,
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
      width: "144px",
      align: "end",
      card: "corner",
      cell: (user) => <Actions user={user} isOwn={user.id === me.id} onEdit={onEdit} onLink={onLink} />,
    },
  ];
}

function Queues({ queues }: Pick<User, "queues">) {
  return (
    <span className={css.queues}>
      {queues.map(({ id, name, color }) => (
        <span key={id}>
          <Dot hue={color} />
          {name}
        </span>
      ))}
    </span>
  );
}

interface ActionsProps {
  user: User;
  isOwn: boolean;
  onEdit: (user: User) => void;
  onLink: (user: User) => void;
}

function Actions({ user, isOwn, onEdit, onLink }: ActionsProps) {
  const { t } = useLingui();
  return (
    <span className={css.actions}>
      <IconButton label={t`Editar ${user.name}`} icon={Pencil} onClick={() => onEdit(user)} />
      {!isOwn && (
        <IconButton
          label={t`Link de senha de ${user.name}`}
          icon={KeyRound}
          onClick={() => onLink(user)}
        />
      )}
      {user.hasSecondFactor && !isOwn && (
        <IconButton
          label={t`Desativar a verificação em duas etapas de ${user.name}`}
          icon={ShieldOff}
          onClick={() => resetSecondFactor(user)}
        />
      )}
      {!isOwn && (
        <IconButton
          label={t`Excluir ${user.name}`}
          icon={Trash2}
          onClick={() => removeUser(user)}
        />
      )}
    </span>
  );
}
