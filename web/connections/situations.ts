import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { CircleAlert, Clock, Copy, KeyRound, LoaderCircle, type LucideIcon, TriangleAlert, Unplug } from "lucide-react";
import type { Connection, ConnectionStatus, Situation } from "../../src/contract/connections.ts";
import { isMetaKind } from "./meta/kinds.ts";

interface Words {
  tone?: "success" | "waiting" | "danger";
  /** Without one a dot of the tone stands before the word. */
  icon?: LucideIcon;
  word: MessageDescriptor;
  /** What follows from it, in a few words. */
  reason?: MessageDescriptor;
  /** What to do, in whole sentences. */
  advice: MessageDescriptor;
}

/** What a connection's situation is called, what it means for the person, and what to do about it. */
export function wordsOf(
  { situation, status, kind }: Pick<Connection, "situation" | "status"> & { kind?: Connection["kind"] },
): Words {
  if (kind && isMetaKind(kind)) return META[situation] ?? SITUATIONS[situation];
  if (kind === "webchat") return WEBCHAT[situation] ?? SITUATIONS[situation];
  return situation === "unreachable" && status === "DISCONNECTED" ? NOT_REACHED : SITUATIONS[situation];
}

/** Nothing is linked to a web chat: it is on the air or it is not. */
const WEBCHAT: Partial<Record<Situation, Words>> = {
  connected: {
    tone: "success",
    word: msg`No ar`,
    advice: msg`Está tudo certo: quem visita o site pode escrever.`,
  },
  disconnected_by_admin: {
    icon: Unplug,
    word: msg`Fora do ar`,
    reason: msg`desligado por aqui`,
    advice: msg`Um administrador desligou o chat. Quem visita o site lê que ele não está disponível.`,
  },
};

/** What differs where no phone is linked, but an account at Meta. */
const META: Partial<Record<Situation, Words>> = {
  unreachable: {
    tone: "waiting",
    icon: Clock,
    word: msg`Sem resposta`,
    reason: msg`a Meta não responde`,
    advice:
      msg`O sistema tenta de novo sozinho. Veja se a internet do servidor funciona; a Meta também pode ter parado.`,
  },
  disconnected_by_admin: {
    icon: Unplug,
    word: msg`Desconectado`,
    reason: msg`desconectado por aqui`,
    advice:
      msg`Um administrador desconectou. Aperte “Tentar novamente” para voltar: a conta e o token continuam guardados.`,
  },
};

/** One that was never linked does not try again by itself (behaviour.md, Connections). */
const NOT_REACHED: Words = {
  tone: "danger",
  icon: Unplug,
  word: msg`Desconectado`,
  reason: msg`a rede não respondeu`,
  advice: msg`O WhatsApp não respondeu. Veja se a internet do servidor funciona e tente novamente.`,
};

const SITUATIONS: Record<Situation, Words> = {
  new: {
    icon: CircleAlert,
    word: msg`Nova`,
    reason: msg`falta conectar o celular`,
    advice: msg`Leia o QR code com o celular desta conexão.`,
  },
  connecting: {
    icon: LoaderCircle,
    word: msg`Conectando`,
    advice: msg`Espere alguns segundos: a rede está respondendo.`,
  },
  waiting_for_scan: {
    tone: "waiting",
    word: msg`Aguardando leitura`,
    advice: msg`Abra o QR code e aponte para ele a câmera do celular.`,
  },
  linking: {
    tone: "waiting",
    icon: LoaderCircle,
    word: msg`Pareando`,
    reason: msg`concluindo no celular`,
    advice: msg`Deixe o WhatsApp aberto no celular até terminar.`,
  },
  connected: {
    tone: "success",
    word: msg`Conectado`,
    advice: msg`Está tudo certo: as mensagens chegam e saem.`,
  },
  restricted: {
    tone: "danger",
    icon: TriangleAlert,
    word: msg`Restrito pela rede`,
    reason: msg`só respostas por enquanto`,
    advice:
      msg`O WhatsApp recusou conversas novas desta conta. Responda a quem escreve e não comece conversas por um dia.`,
  },
  scan_timed_out: {
    tone: "danger",
    icon: Unplug,
    word: msg`Desconectado`,
    reason: msg`ninguém leu o QR code a tempo`,
    advice: msg`Peça outro código com o celular já na mão.`,
  },
  logged_out: {
    tone: "danger",
    icon: Unplug,
    word: msg`Desconectado`,
    reason: msg`saiu pelo celular`,
    advice: msg`Alguém removeu este aparelho no celular, ou o WhatsApp o fez. Leia um novo QR code.`,
  },
  replaced: {
    tone: "danger",
    icon: Unplug,
    word: msg`Desconectado`,
    reason: msg`aberta em outro lugar`,
    advice: msg`Outro programa usa as chaves desta conexão. Feche-o e tente novamente.`,
  },
  unreachable: {
    tone: "waiting",
    icon: Clock,
    word: msg`Sem resposta`,
    reason: msg`tentando de novo`,
    advice: msg`A rede não responde. O sistema tenta de novo sozinho; veja se a internet do servidor funciona.`,
  },
  banned: {
    tone: "danger",
    icon: CircleAlert,
    word: msg`Bloqueado`,
    reason: msg`o WhatsApp bloqueou este número`,
    advice: msg`Abra o WhatsApp no celular e peça a revisão do bloqueio. Depois, tente novamente.`,
  },
  outdated: {
    tone: "danger",
    icon: CircleAlert,
    word: msg`Parado`,
    reason: msg`o sistema precisa ser atualizado`,
    advice: msg`O WhatsApp não aceita mais esta versão. Peça a quem cuida do servidor que atualize o sistema.`,
  },
  stopped_after_failures: {
    tone: "danger",
    icon: CircleAlert,
    word: msg`Parado`,
    reason: msg`20 falhas seguidas`,
    advice: msg`Veja se a internet do servidor funciona e tente novamente. Se não voltar, leia um novo QR code.`,
  },
  disconnected_by_admin: {
    icon: Unplug,
    word: msg`Desconectado`,
    reason: msg`desconectado por aqui`,
    advice: msg`Um administrador desconectou. Leia um novo QR code para voltar.`,
  },
  passkey_needed: {
    tone: "danger",
    icon: KeyRound,
    word: msg`Não conectou`,
    reason: msg`a conta exige uma chave de acesso`,
    advice:
      msg`O WhatsApp pede uma chave de acesso (passkey) para conectar aparelhos a esta conta, e o sistema ainda não sabe mostrá-la. Outro código não resolve: continue pela API oficial, ou use outro número.`,
  },
  token_missing: {
    icon: KeyRound,
    word: msg`Desconectado`,
    reason: msg`falta o acesso à conta`,
    advice: msg`Conecte a conta outra vez, ou informe um novo token de acesso.`,
  },
  token_refused: {
    tone: "danger",
    icon: KeyRound,
    word: msg`Acesso recusado`,
    reason: msg`a Meta não aceita mais o token`,
    advice:
      msg`O token venceu, foi revogado, ou a senha da conta mudou. Conecte a conta outra vez, ou informe um novo token; o que espera para sair sai depois.`,
  },
  same_number: {
    tone: "danger",
    icon: Copy,
    word: msg`Número repetido`,
    reason: msg`este número já está em outra conexão`,
    advice:
      msg`Cada número fica em uma conexão só, para ninguém receber respostas em dobro. Desconecte a outra ou leia o código com outro número.`,
  },
};

export type SessionAction =
  | "start"
  | "relink"
  | "showCode"
  | "connecting"
  | "stop"
  | "install"
  | "account"
  | "official";

/** What a connection offers in each status (spec 2, Connections). */
export const ACTIONS: Record<ConnectionStatus, readonly SessionAction[]> = {
  DISCONNECTED: ["start", "relink"],
  OPENING: ["connecting"],
  qrcode: ["showCode"],
  CONNECTED: ["stop"],
  PAIRING: ["stop"],
  TIMEOUT: ["stop"],
};

/** The same for a connection of this kind: where no phone is linked there is no code to scan, but a token. */
export function actionsOf(
  { kind, status, situation }: Pick<Connection, "kind" | "status" | "situation">,
): readonly SessionAction[] {
  if (kind === "webchat") return status === "CONNECTED" ? ["install", "stop"] : ["install", "start"];
  // Another code would end at the same gate; the official channel has none.
  if (situation === "passkey_needed") return ["official", ...ACTIONS[status]];
  if (!isMetaKind(kind)) return ACTIONS[status];
  if (isTokenWanted({ situation })) return ["account", "start"];
  return [...ACTIONS[status].filter((action) => action !== "relink"), "account"];
}

/** Whether only another token helps. */
export function isTokenWanted({ situation }: Pick<Connection, "situation">): boolean {
  return situation === "token_missing" || situation === "token_refused";
}
