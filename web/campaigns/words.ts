import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import type { RecipientFilter, RecipientState, SKIP_REASONS } from "../../src/contract/campaign_recipients.ts";
import type { Note } from "../../src/contract/campaign_report.ts";
import type { Campaign, CampaignStatus, StopReason } from "../../src/contract/campaigns.ts";
import { dayIn, daysBetween } from "../../src/shared/clock.ts";
import { dateLocale, dayAndMonth, shortDateTime, timeText } from "../ui/dates.ts";
import { codeText } from "../ui/showError.ts";

export const STATUS_WORDS: Record<CampaignStatus, MessageDescriptor> = {
  INATIVA: msg`Inativa`,
  PROGRAMADA: msg`Programada`,
  EM_ANDAMENTO: msg`Em andamento`,
  CANCELADA: msg`Cancelada`,
  FINALIZADA: msg`Finalizada`,
};

export const STATUS_TONES: Partial<Record<CampaignStatus, "accent" | "danger">> = {
  PROGRAMADA: "accent",
  EM_ANDAMENTO: "accent",
  CANCELADA: "danger",
};

const STOPPED: Record<StopReason, MessageDescriptor> = {
  failures: msg`Muitas falhas seguidas`,
  too_late: msg`A hora passou com o sistema parado`,
  empty: msg`Sem lista, sem texto ou sem ninguém para receber`,
  no_connection: msg`Nenhuma conexão para enviar`,
  held: msg`Retida depois de uma restauração`,
};

export const STATE_WORDS: Record<RecipientState, MessageDescriptor> = {
  sent: msg`Enviadas`,
  confirmed: msg`Confirmadas`,
  asked: msg`Confirmação pedida`,
  failed: msg`Falharam`,
  opted_out: msg`Saíram`,
  skipped: msg`Puladas`,
  waiting: msg`Aguardam`,
};

/** The order in which they are told. */
export const STATES: readonly RecipientState[] = [
  "sent",
  "confirmed",
  "asked",
  "failed",
  "opted_out",
  "skipped",
  "waiting",
];

/** Of one recipient. */
export const ONE_WORDS: Record<RecipientFilter, MessageDescriptor> = {
  waiting: msg`aguarda`,
  asked: msg`confirmação pedida`,
  confirmed: msg`confirmada`,
  sent: msg`enviada`,
  failed: msg`falhou`,
  opted_out: msg`saiu`,
  skipped: msg`pulada`,
  delivered: msg`entregue`,
  read: msg`lida`,
  answered: msg`respondida`,
};

const SKIPPED: Record<typeof SKIP_REASONS[number], MessageDescriptor> = {
  declined: msg`respondeu não`,
  unanswered: msg`não respondeu em um dia`,
  wrote_lately: msg`escreveu há pouco tempo`,
  other_campaign: msg`recebeu outra campanha há pouco tempo`,
  no_number: msg`sem número`,
  other_list: msg`não está na lista nova`,
  off_list: msg`saiu da lista`,
};

/** Why somebody was skipped, or what went wrong with them. */
export function reasonText(reason: string): string {
  const skipped = SKIPPED[reason as keyof typeof SKIPPED];
  return skipped ? i18n._(skipped) : codeText(reason);
}

export function countText(count: number): string {
  return count.toLocaleString(dateLocale());
}

/** `31%`; nothing of nothing. */
export function shareText(count: number, of: number): string {
  return of === 0 ? "" : (count / of).toLocaleString(dateLocale(), { style: "percent", maximumFractionDigits: 0 });
}

/** What stands below a campaign's status: how far it is, why it stopped, when it begins. */
export function statusLine({ status, counts, scheduledAt, stoppedBy }: Campaign, timeZone: string): string {
  const { total, waiting, asked, confirmed, sent } = counts;
  const done = countText(total - waiting - asked - confirmed), all = countText(total);
  if (status === "PROGRAMADA" && scheduledAt) return t`começa ${momentText(scheduledAt, timeZone)}`;
  if (status === "EM_ANDAMENTO") return total === 0 ? t`começando` : t`${done} de ${all}`;
  if (status === "CANCELADA") {
    if (stoppedBy) return i18n._(STOPPED[stoppedBy]);
    return total === 0 ? "" : t`parada em ${done} de ${all}`;
  }
  if (status !== "FINALIZADA") return "";
  return sent === total ? t`todas enviadas` : t`${countText(sent)} de ${all} enviadas`;
}

/** `hoje, 16:40`, `quinta-feira, 27/11, às 16:40`; with the year when it is far. */
export function momentText(moment: string, timeZone: string, now: number = Date.now()): string {
  const day = dayIn(timeZone, moment), ahead = daysBetween(dayIn(timeZone, now), day);
  const time = timeText(moment, timeZone);
  if (ahead === 0) return t`hoje, às ${time}`;
  if (ahead === 1) return t`amanhã, às ${time}`;
  if (ahead < 0 || ahead > 180) return shortDateTime(moment, timeZone);
  const weekday = new Intl.DateTimeFormat(dateLocale(), { weekday: "long", timeZone }).format(new Date(moment));
  return t`${weekday}, ${dayAndMonth(moment, timeZone)}, às ${time}`;
}

/** A governor's decision as a sentence. */
export function noteText({ code, connection, at, count, done, days }: Note, timeZone: string): string {
  const name = connection?.name ?? "", when = at ? momentText(at, timeZone) : "";
  const most = count ?? 0, sent = done ?? 0, age = days ?? 0;
  switch (code) {
    case "sends":
      return most > 0 ? t`${name} envia, um a cada ${most} s.` : t`${name} envia, sem pausa entre as mensagens.`;
    case "waits_for_hours":
      return when ? t`Espera o horário de envio: ${when}.` : t`O horário de envio não deixa enviar em nenhum dia.`;
    case "young_number":
      return t`${name} envia ${most} por dia a desconhecidos enquanto o número é novo (${
        daysText(age)
      }); hoje já foram ${sent}.`;
    case "day_cap":
      return t`${name} envia até ${most} por dia a desconhecidos, como foi definido; hoje já foram ${sent}.`;
    case "few_answers":
      return t`Poucos respondem a ${name}: envia ${most} por dia a desconhecidos; hoje já foram ${sent}.`;
    case "network_slows":
      return t`A Meta quer menos mensagens de ${name}: na última hora recusou ${
        messagesText(most)
      }. Envie menos de cada vez, e só a quem espera por isso.`;
    case "restricted":
      return when
        ? t`O WhatsApp não deixa ${name} escrever a desconhecidos até ${when}. Respostas continuam.`
        : t`O WhatsApp não deixa ${name} escrever a desconhecidos agora. Respostas continuam.`;
    case "network_cap":
      return most > 0
        ? t`O WhatsApp deixa ${name} começar mais ${chatsText(most)}.`
        : t`${name} já começou todas as conversas novas que o WhatsApp deixa por enquanto.`;
    case "asks_network":
      return t`O WhatsApp ainda não disse a quantos desconhecidos ${name} pode escrever.`;
    case "checks_numbers":
      return when
        ? t`Muitos números não têm WhatsApp: a verificação dos próximos continua ${when}.`
        : t`Os números dos próximos contatos estão sendo verificados no WhatsApp.`;
    case "disconnected":
      return t`${name} está sem conexão e não envia.`;
    case "no_connection":
      return t`Não há conexão para enviar.`;
    case "pause":
      return t`${name} faz uma pausa até ${when}.`;
    case "waits_for_answers":
      return t`Só faltam respostas à confirmação; elas são esperadas até ${when}.`;
    case "waits_for_follow_ups":
      return t`Só faltam mensagens seguintes; a última sai até ${when}.`;
    case "overdue":
      return t`A assinatura venceu: nada é enviado até o pagamento.`;
  }
}

function messagesText(count: number): string {
  return plural(count, { one: "# mensagem", other: "# mensagens" });
}

function chatsText(count: number): string {
  return plural(count, { one: "# conversa nova", other: "# conversas novas" });
}

function daysText(days: number): string {
  return plural(days, { one: "# dia", other: "# dias" });
}
