import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { CircleAlert, Clock, LoaderCircle, type LucideIcon, TriangleAlert, Unplug } from "lucide-react";
import type { Connection, ConnectionStatus, Situation } from "../../src/contract/connections.ts";

interface Words {
  tone?: "success" | "waiting" | "danger";
  /** Without one a dot of the tone stands before the word. */
  icon?: LucideIcon;
  word: MessageDescriptor;
  /** What follows from it, or what to do; the rest is told by `situationDetail`. */
  reason?: MessageDescriptor;
}

/** What each situation is called, and what it means for the person. */
export const SITUATIONS: Record<Situation, Words> = {
  new: { icon: CircleAlert, word: msg`Nova`, reason: msg`falta conectar o celular` },
  connecting: { icon: LoaderCircle, word: msg`Conectando` },
  waiting_for_scan: { tone: "waiting", word: msg`Aguardando leitura` },
  linking: { tone: "waiting", icon: LoaderCircle, word: msg`Pareando`, reason: msg`concluindo no celular` },
  connected: { tone: "success", word: msg`Conectado` },
  restricted: {
    tone: "danger",
    icon: TriangleAlert,
    word: msg`Restrito pela rede`,
    reason: msg`só respostas por enquanto`,
  },
  scan_timed_out: { tone: "danger", icon: Unplug, word: msg`Desconectado`, reason: msg`ninguém leu o QR code a tempo` },
  logged_out: { tone: "danger", icon: Unplug, word: msg`Desconectado`, reason: msg`saiu pelo celular` },
  replaced: { tone: "danger", icon: Unplug, word: msg`Desconectado`, reason: msg`aberta em outro lugar` },
  unreachable: { tone: "waiting", icon: Clock, word: msg`Sem resposta`, reason: msg`tentando de novo` },
  banned: { tone: "danger", icon: CircleAlert, word: msg`Bloqueado`, reason: msg`o WhatsApp bloqueou este número` },
  outdated: { tone: "danger", icon: CircleAlert, word: msg`Parado`, reason: msg`o Balcão precisa ser atualizado` },
  stopped_after_failures: { tone: "danger", icon: CircleAlert, word: msg`Parado`, reason: msg`20 falhas seguidas` },
  disconnected_by_admin: { icon: Unplug, word: msg`Desconectado`, reason: msg`desconectado por aqui` },
};

export type SessionAction = "start" | "relink" | "showCode" | "connecting" | "stop";

/** What a connection offers in each status (spec 2, Connections). */
export const ACTIONS: Record<ConnectionStatus, readonly SessionAction[]> = {
  DISCONNECTED: ["start", "relink"],
  OPENING: ["connecting"],
  qrcode: ["showCode"],
  CONNECTED: ["stop"],
  PAIRING: ["stop"],
  TIMEOUT: ["stop"],
};

/** The account's number as people write it; Brazilian ones in their own groups. */
export function numberText({ number }: Pick<Connection, "number">): string {
  const [, area, first, last] = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(number) ?? [];
  return area ? `+55 ${area} ${first}-${last}` : `+${number}`;
}
