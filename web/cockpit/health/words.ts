import { t } from "@lingui/core/macro";
import { formatDistanceStrict } from "date-fns/formatDistanceStrict";
import type { CheckName } from "../../../src/contract/findings.ts";
import { dateLocale } from "../../ui/dates.ts";
import { sizeText } from "../../ui/sizes.ts";

/** How long something takes, in one unit: "3 dias". */
export function spanText(ms: number): string {
  return formatDistanceStrict(0, Math.abs(ms), { roundingMethod: "floor" });
}

export function bytesText(bytes: number): string {
  return sizeText(Math.max(0, bytes), dateLocale());
}

/** What is looked at, as a list of what is in order names it. */
export function checkNames(): Record<CheckName, string> {
  return {
    version: t`Versão`,
    restart: t`Última parada`,
    held: t`Pasta de dados livre`,
    writable: t`Gravação em disco`,
    disk: t`Espaço em disco`,
    inodes: t`Número de arquivos`,
    clock: t`Relógio`,
    clock_online: t`Relógio de fora`,
    server_key: t`Chave do servidor`,
    rights: t`Permissões dos arquivos`,
    schema: t`Formato dos arquivos`,
    damage: t`Arquivos das empresas`,
    moves: t`Mudanças de servidor`,
    integrity: t`Páginas dos arquivos`,
    media: t`Arquivos das mensagens`,
    write_ahead_logs: t`Registros de gravação`,
    backup: t`Chave e lugar do backup`,
    backup_age: t`Backup em dia`,
    backup_proof: t`Restauração provada`,
    certificate: t`Certificado`,
    address: t`Endereço e porta`,
    open_files: t`Limite de arquivos abertos`,
    memory: t`Memória`,
    event_loop: t`Rapidez do servidor`,
    slow_statements: t`Rapidez dos arquivos`,
    lines: t`Conexões liberadas`,
    connections: t`Conexões`,
    outbox: t`Fila de saída`,
    mail: t`E-mails`,
  };
}
