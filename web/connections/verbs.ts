import { plural, t } from "@lingui/core/macro";
import { type Connection, type ConnectionDetails, connections } from "../../src/contract/connections.ts";
import { type Webchat, webchat } from "../../src/contract/webchat.ts";
import { call, CallError } from "../call.ts";
import { confirm } from "../ui/confirm.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import { isMetaKind } from "./meta/kinds.ts";
import { hideConnection, showConnection } from "./connections.ts";

/** A connection with all that its dialog shows; undefined when it did not come, which is said. */
export async function detailsOf({ id }: Connection): Promise<ConnectionDetails | undefined> {
  try {
    return await call(connections.show, { id, session: "0" });
  } catch (error) {
    showError(error);
  }
}

/** What a web chat looks like; undefined when it did not come, which is said. */
export async function webchatOf({ id }: Connection): Promise<Webchat | undefined> {
  try {
    return await call(webchat.show, { id });
  } catch (error) {
    showError(error);
  }
}

/** Starts or relinks a session; says whether it was taken. */
export async function tellConnection(
  verb: typeof connections.start | typeof connections.relink,
  { id }: Connection,
): Promise<boolean> {
  try {
    showConnection(await call(verb as typeof connections.start, { id }));
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}

export async function stopConnection({ id, name }: Connection): Promise<void> {
  const sure = await confirm({
    title: t`Desconectar ${name}?`,
    text: t`As mensagens deixam de chegar e de sair por esta conexão até que ela seja conectada de novo.`,
    yes: t`Desconectar`,
    danger: true,
  });
  if (sure) await call(connections.stop, { id }).then(showConnection, showError);
}

export async function removeConnection({ id, name, kind }: Connection): Promise<void> {
  const sure = await confirm({
    title: t`Excluir ${name}?`,
    text: kind === "webchat"
      ? t`O chat some das páginas em que está. As conversas continuam guardadas. Isso não pode ser desfeito.`
      : isMetaKind(kind)
      ? t`A conexão sai da lista, e as mensagens desta conta não chegam mais aqui. As conversas continuam guardadas. Isso não pode ser desfeito.`
      : t`A conexão sai da lista e o celular é desvinculado. As conversas continuam guardadas. Isso não pode ser desfeito.`,
    yes: t`Excluir`,
    danger: true,
  });
  if (!sure) return;
  try {
    await call(connections.remove, { id });
    hideConnection(id);
    toast.success(t`Conexão excluída com sucesso!`);
  } catch (error) {
    const { tickets } = (error instanceof CallError ? error.detail ?? {} : {}) as { tickets?: number };
    if (tickets) {
      return toast.error(plural(tickets, {
        one: "Esta conexão tem um atendimento em andamento. Resolva ou transfira antes de excluir.",
        other: "Esta conexão tem # atendimentos em andamento. Resolva ou transfira antes de excluir.",
      }));
    }
    showError(error);
  }
}
