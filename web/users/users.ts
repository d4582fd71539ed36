import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { security } from "../../src/contract/security.ts";
import { type User, users } from "../../src/contract/users.ts";
import { call } from "../call.ts";
import { together } from "../list/bulk.tsx";
import { pagedList } from "../list/pagedList.ts";
import { onEvent } from "../live.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";

/** The pages of users, as administrators see them, kept live. */
export const userList = pagedList(users.search, {
  rows: (answer): readonly User[] => answer.users as User[],
  hasMore: (answer) => answer.hasMore,
});

onEvent("user", (change) => {
  // E-mail, profile and queues are not for everybody's ears, so the event has none of them.
  if (change.isEdited) userList.refresh();
  if (change.action === "delete") return userList.change((rows) => rows.filter(({ id }) => id !== change.id));
  const { record } = change;
  userList.change((rows) => rows.map((row) => row.id === record.id ? { ...row, ...record } : row));
});

const PROFILES: Record<User["profile"], MessageDescriptor> = { admin: msg`Administrador`, user: msg`Atendente` };

export function profileText(profile: User["profile"]): string {
  return i18n._(PROFILES[profile]);
}

export async function removeUser({ id, name }: User): Promise<void> {
  const sure = await confirm({
    title: t`Excluir ${name}?`,
    text: t`Os atendimentos abertos desta pessoa voltam a aguardar. Isso não pode ser desfeito.`,
    yes: t`Excluir`,
    danger: true,
  });
  if (!sure) return;
  try {
    await call(users.remove, { id });
    userList.change((rows) => rows.filter((row) => row.id !== id));
    toast.success(t`Usuário excluído com sucesso!`);
  } catch (error) {
    showError(error);
  }
}

/** Deletes several after one question. */
export function removeUsers(rows: readonly User[]): Promise<boolean> {
  return together({
    rows,
    question: {
      title: plural(rows.length, { one: "Excluir # usuário?", other: "Excluir # usuários?" }),
      text: t`Os atendimentos abertos destas pessoas voltam a aguardar. Isso não pode ser desfeito.`,
      yes: t`Excluir`,
      danger: true,
    },
    ask: (ids) => call(users.removeMany, { ids }),
    note: (id) => userList.change((rows) => rows.filter((row) => row.id !== id)),
    nameOf: ({ name }) => name,
    done: (count) => plural(count, { one: "# usuário excluído.", other: "# usuários excluídos." }),
    refused: (count) => plural(count, { one: "# usuário não foi excluído", other: "# usuários não foram excluídos" }),
  });
}

/** For who has lost the phone with the codes. */
export async function resetSecondFactor({ id, name }: User): Promise<void> {
  const sure = await confirm({
    title: t`Desativar a verificação em duas etapas de ${name}?`,
    text: t`Esta pessoa entra só com a senha até configurar de novo, e sai de onde está conectada agora.`,
    yes: t`Desativar`,
    danger: true,
  });
  if (!sure) return;
  try {
    await call(security.reset, { id });
    userList.refresh();
    toast.success(t`Verificação em duas etapas desativada.`);
  } catch (error) {
    showError(error);
  }
}
