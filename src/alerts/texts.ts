import { milliseconds } from "date-fns/milliseconds";
import { LOCALES, type MailLanguage } from "../contract/mail.ts";
import { laidOut, lineOf, type MailText } from "../mail/texts.ts";
import type { Sender } from "../mail/texts.ts";
import type { Alerted } from "./alerted.ts";
import type { Alert } from "./table.ts";

/** An alert as it is written about. */
export interface ToldAlert extends Pick<Alert, "what" | "facts"> {
  /** The name of the company that it is about. */
  company: string | undefined;
}

/** What is told at once. */
export interface News {
  /** What began, or has become urgent. */
  begun: readonly ToldAlert[];
  /** What is over, with how long it lasted (ms). */
  ended: readonly (ToldAlert & { lasted: number })[];
}

/** An alert in a few words. */
export function alertTitle(language: MailLanguage, { what, facts, company }: ToldAlert): string {
  const title = TITLES[language][what](facts);
  return lineOf(company === undefined ? title : `${company}: ${title}`);
}

/** The same with how long it is so already, or how long there is yet. */
function titleNow(language: MailLanguage, alert: ToldAlert): string {
  const { what, facts } = alert, title = alertTitle(language, alert), words = WORDS[language];
  if (SINCE.includes(what)) return `${title}, ${words.since(spanText(language, Number(facts.ms)))}`;
  const left = what === "certificate_ends"
    ? Number(facts.ms)
    : what === "disk_filling"
    ? Number(facts.days) * DAY
    : NaN;
  if (Number.isNaN(left)) return title;
  return `${title}, ${left > 0 ? words.left(spanText(language, left)) : words.late}`;
}

const DAY = milliseconds({ days: 1 });
/** Findings whose `ms` says how long it is so. */
export const SINCE: readonly Alerted[] = [
  "connection_down",
  "backup_claimed",
  "backup_emptied",
  "backup_behind",
  "backup_still",
  "backup_untaken",
  "proof_old",
];

type Titles = Record<Alerted, (facts: Alert["facts"]) => string>;

const TITLES: Record<MailLanguage, Titles> = {
  pt: {
    connection_down: ({ name }) => `conexão ${name} caída`,
    disk_full: () => "disco quase cheio",
    disk_low: () => "pouco espaço no disco",
    disk_small: () => "disco pequeno demais",
    disk_filling: () => "disco enchendo",
    inodes_low: () => "disco sem lugar para mais arquivos",
    backup_key_missing: () => "backup parado: a chave não está no servidor",
    backup_key_foreign: () => "backup parado: a chave é outra",
    backup_key_damaged: () => "backup parado: a chave não se lê",
    backup_claimed: ({ place }) => `backup em ${place} tomado por outra instalação`,
    backup_emptied: ({ place }) => `backup em ${place} parado: o disco não está lá`,
    backup_behind: ({ place }) => `backup em ${place} atrasado`,
    backup_still: () => "backup parado",
    backup_untaken: () => "o que foi escrito não entra no backup",
    proof_failed: ({ place }) => `backup em ${place} não restaura`,
    proof_old: ({ place }) => `backup em ${place} sem prova de que restaura`,
    proof_missing: ({ place }) => `backup em ${place} nunca restaurado`,
    certificate_failing: () => "certificado não se renova",
    certificate_ends: () => "certificado perto do fim",
    damaged: () => "arquivo não abre, fora do ar",
    not_upgraded: () => "não foi atualizada, fora do ar",
    crashed: () => "o servidor caiu e começou de novo",
  },
  en: {
    connection_down: ({ name }) => `connection ${name} down`,
    disk_full: () => "disk nearly full",
    disk_low: () => "little room left on the disk",
    disk_small: () => "disk too small",
    disk_filling: () => "disk filling up",
    inodes_low: () => "disk has no room for more files",
    backup_key_missing: () => "backups stopped: their key is not on the server",
    backup_key_foreign: () => "backups stopped: the key is another one",
    backup_key_damaged: () => "backups stopped: their key cannot be read",
    backup_claimed: ({ place }) => `backup at ${place} taken over by another installation`,
    backup_emptied: ({ place }) => `backup at ${place} stopped: the disk is not there`,
    backup_behind: ({ place }) => `backup at ${place} behind`,
    backup_still: () => "backup stands still",
    backup_untaken: () => "what was written cannot be backed up",
    proof_failed: ({ place }) => `backup at ${place} cannot be restored`,
    proof_old: ({ place }) => `backup at ${place} not proven to be restorable`,
    proof_missing: ({ place }) => `backup at ${place} never restored`,
    certificate_failing: () => "certificate is not renewed",
    certificate_ends: () => "certificate near its end",
    damaged: () => "file does not open, not served",
    not_upgraded: () => "could not be upgraded, not served",
    crashed: () => "the server died and has started again",
  },
  es: {
    connection_down: ({ name }) => `conexión ${name} caída`,
    disk_full: () => "disco casi lleno",
    disk_low: () => "poco espacio en el disco",
    disk_small: () => "disco demasiado pequeño",
    disk_filling: () => "disco llenándose",
    inodes_low: () => "disco sin lugar para más archivos",
    backup_key_missing: () => "copias paradas: la clave no está en el servidor",
    backup_key_foreign: () => "copias paradas: la clave es otra",
    backup_key_damaged: () => "copias paradas: la clave no se lee",
    backup_claimed: ({ place }) => `copia en ${place} tomada por otra instalación`,
    backup_emptied: ({ place }) => `copia en ${place} parada: el disco no está`,
    backup_behind: ({ place }) => `copia en ${place} atrasada`,
    backup_still: () => "copia parada",
    backup_untaken: () => "lo escrito no entra en la copia",
    proof_failed: ({ place }) => `copia en ${place} no se restaura`,
    proof_old: ({ place }) => `copia en ${place} sin prueba de que se restaura`,
    proof_missing: ({ place }) => `copia en ${place} nunca restaurada`,
    certificate_failing: () => "certificado no se renueva",
    certificate_ends: () => "certificado cerca de su fin",
    damaged: () => "archivo no se abre, fuera de servicio",
    not_upgraded: () => "no se actualizó, fuera de servicio",
    crashed: () => "el servidor cayó y empezó de nuevo",
  },
};

/** A span (ms) in one unit: "3 dias". */
export function spanText(language: MailLanguage, ms: number): string {
  const minutes = Math.max(1, Math.floor(Math.abs(ms) / 60_000));
  const [count, unit] = minutes >= 2880
    ? [Math.floor(minutes / 1440), "day"] as const
    : minutes >= 120
    ? [Math.floor(minutes / 60), "hour"] as const
    : [minutes, "minute"] as const;
  return new Intl.NumberFormat(LOCALES[language], { style: "unit", unit, unitDisplay: "long" }).format(count);
}

interface Words {
  several: (count: number) => string;
  since: (span: string) => string;
  left: (span: string) => string;
  late: string;
  resolved: string;
  over: (title: string, span: string) => string;
  button: string;
  why: string;
  test: string;
}

const WORDS: Record<MailLanguage, Words> = {
  pt: {
    several: (count) => `${count} avisos`,
    since: (span) => `há ${span}`,
    left: (span) => `restam ${span}`,
    late: "já no fim",
    resolved: "resolvido",
    over: (title, span) => `Resolvido, depois de ${span}: ${title}.`,
    button: "Ver a saúde da instalação",
    why: "Cada aviso vem uma vez, e outra quando acaba. Quais vêm, escolhe-se em Configurações, Provedor.",
    test: "Este é um teste: os avisos da instalação chegam assim.",
  },
  en: {
    several: (count) => `${count} alerts`,
    since: (span) => `for ${span}`,
    left: (span) => `${span} left`,
    late: "it is over",
    resolved: "resolved",
    over: (title, span) => `Resolved after ${span}: ${title}.`,
    button: "See the installation's health",
    why: "Each alert comes once, and once more when it is over. Which ones come is chosen in Settings, Provider.",
    test: "This is a test: the installation's alerts arrive like this.",
  },
  es: {
    several: (count) => `${count} avisos`,
    since: (span) => `desde hace ${span}`,
    left: (span) => `quedan ${span}`,
    late: "ya terminó",
    resolved: "resuelto",
    over: (title, span) => `Resuelto, después de ${span}: ${title}.`,
    button: "Ver la salud de la instalación",
    why: "Cada aviso llega una vez, y otra cuando termina. Cuáles llegan se elige en Configuración, Proveedor.",
    test: "Esta es una prueba: los avisos de la instalación llegan así.",
  },
};

/** One e-mail about all of them; `link` leads to the cockpit. */
export function alertMail(language: MailLanguage, sender: Sender, { begun, ended }: News, link: string): MailText {
  const words = WORDS[language], product = lineOf(sender.name), all = [...begun, ...ended];
  const about = all.length > 1
    ? words.several(all.length)
    : begun[0]
    ? titleNow(language, begun[0])
    : `${words.resolved}: ${alertTitle(language, ended[0]!)}`;
  return laidOut(language, sender, {
    subject: `${product}: ${about}`,
    paragraphs: [
      ...begun.map((alert) => sentence(titleNow(language, alert))),
      ...ended.map((alert) => words.over(alertTitle(language, alert), spanText(language, alert.lasted))),
    ],
    button: { label: words.button, link },
    notes: [words.why],
  });
}

export function alertTestMail(language: MailLanguage, sender: Sender, link: string): MailText {
  const { test, button, why } = WORDS[language];
  const subject = `${lineOf(sender.name)}: ${test.split(":")[0]}`;
  return laidOut(language, sender, { subject, paragraphs: [test], button: { label: button, link }, notes: [why] });
}

function sentence(title: string): string {
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}.`;
}
