import { t } from "@lingui/core/macro";
import { type Announcement, announcements } from "../../src/contract/announcements.ts";
import { call } from "../call.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import { noteAnnouncement } from "./announcements.ts";

export async function removeAnnouncement({ id, title }: Announcement): Promise<void> {
  const sure = await confirm({
    title: t`Excluir ${title}?`,
    text: t`O informativo some da tela de todas as empresas. Isso não pode ser desfeito.`,
    yes: t`Excluir`,
    danger: true,
  });
  if (!sure) return;
  try {
    await call(announcements.remove, { id });
    noteAnnouncement({ action: "delete", id });
    toast.success(t`Informativo excluído com sucesso!`);
  } catch (error) {
    showError(error);
  }
}

/** Takes the picture off after a question; the announcement as it is then, or nothing. */
export async function dropPicture({ id }: Pick<Announcement, "id">): Promise<Announcement | undefined> {
  const sure = await confirm({
    title: t`Tirar a imagem?`,
    text: t`Deseja realmente excluir este registro?`,
    yes: t`Excluir`,
    danger: true,
  });
  if (!sure) return undefined;
  try {
    const record = await call(announcements.dropPicture, { id });
    noteAnnouncement({ action: "update", record });
    return record;
  } catch (error) {
    showError(error);
    return undefined;
  }
}
