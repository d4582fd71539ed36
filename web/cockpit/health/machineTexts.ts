import { plural, t } from "@lingui/core/macro";
import { dateTimeText } from "../../ui/dates.ts";
import type { TextsOf } from "./said.ts";
import { bytesText, spanText } from "./words.ts";

const setClock = () => t`Acerte o relógio por NTP (\`timedatectl set-ntp true\`) e reinicie o servidor.`;
const makeRoom = () => t`Aumente o disco ou apague o que não é do Balcão: um disco cheio para todas as empresas.`;

/** The machine, and the process on it. */
export const machineTexts: TextsOf<
  | "version_old"
  | "crashed"
  | "disk_full"
  | "disk_low"
  | "disk_small"
  | "disk_filling"
  | "inodes_low"
  | "clock_behind"
  | "clock_set"
  | "clock_off"
  | "online_unreachable"
  | "address_plain"
  | "port_deaf"
  | "certificate_failing"
  | "certificate_ends"
  | "open_files_low"
  | "open_files_many"
  | "memory_high"
  | "event_loop_late"
> = {
  version_old: ({ version, ms }) => ({
    says: t`A versão ${version} está aqui há ${spanText(ms)}.`,
    todo: t`Veja se há uma versão mais nova.`,
  }),
  crashed: ({ since }, { timeZone }) => ({
    says: since > 0
      ? t`O servidor que rodava desde ${dateTimeText(since, timeZone)} não foi parado: ele ou a máquina caiu.`
      : t`O servidor anterior não foi parado: ele ou a máquina caiu.`,
    todo:
      t`Veja o motivo nos registros do sistema: \`journalctl -u balcao\`, \`dmesg\` (falta de memória, queda de luz).`,
  }),
  disk_full: ({ free, size }) => ({
    says: t`O disco está quase cheio: ${bytesText(free)} livres de ${bytesText(size)}.`,
    todo: makeRoom(),
  }),
  disk_low: ({ free, size }) => ({
    says: t`Há pouco espaço no disco: ${bytesText(free)} livres de ${bytesText(size)}.`,
    todo: makeRoom(),
  }),
  disk_small: ({ free, size }) => ({
    says: t`O disco é pequeno demais: ${bytesText(free)} livres de ${bytesText(size)}.`,
    todo: t`Aumente o disco ou leve os dados a um maior.`,
  }),
  disk_filling: ({ perDay, days, free }) => ({
    says: t`O disco perde ${bytesText(perDay)} por dia e enche em cerca de ${
      plural(days, { one: "# dia", other: "# dias" })
    }: ${bytesText(free)} livres.`,
    todo: makeRoom(),
  }),
  inodes_low: ({ left, all }) => ({
    says: t`No disco cabem só mais ${left} arquivos, de ${all}, por mais espaço que haja.`,
    todo: t`Apague arquivos pequenos que não são do Balcão, ou leve os dados a um disco feito para mais arquivos.`,
  }),
  clock_behind: ({ ms }) => ({
    says: t`O relógio está errado ou esteve: há dados gravados ${spanText(ms)} à frente de agora.`,
    todo: setClock(),
  }),
  clock_set: ({ ms }) => ({
    says: ms > 0
      ? t`O relógio foi adiantado em ${spanText(ms)} desde que o servidor começou.`
      : t`O relógio foi atrasado em ${spanText(ms)} desde que o servidor começou.`,
    todo: setClock(),
  }),
  clock_off: ({ place, ms }) => ({
    says: t`O relógio está a ${spanText(ms)} do de ${place}.`,
    todo: setClock(),
  }),
  online_unreachable: ({ place, why }) => ({
    says: t`Não deu para perguntar a hora a ${place}: ${why}`,
    todo: t`Veja se esta máquina alcança a internet: nomes, firewall, proxy.`,
  }),
  address_plain: ({ address }) => ({
    says: t`${address} não é https: as senhas passam pela rede à vista de todos.`,
    todo: t`Sirva com \`--domain\`, ou atrás de um proxy que fale https.`,
  }),
  port_deaf: ({ address, why }) => ({
    says: t`O servidor não responde em ${address}: ${why}`,
    todo: t`Veja se um firewall ou outro programa tomou a porta e reinicie o servidor.`,
  }),
  certificate_failing: ({ why }) => ({
    says: t`Não deu para obter um certificado novo: ${why}`,
    todo: t`Veja se os nomes levam a esta máquina, se a porta 80 dela está aberta e se ela alcança a autoridade.`,
  }),
  certificate_ends: ({ ms }) => ({
    says: ms > 0 ? t`O certificado vence em ${spanText(ms)}.` : t`O certificado venceu há ${spanText(ms)}.`,
    todo: openDoor(),
  }),
  open_files_low: ({ limit, companies, needed }) => ({
    says: t`O processo pode abrir ${limit} arquivos; ${
      plural(companies, { one: "# empresa pode", other: "# empresas podem" })
    } precisar de ${needed}.`,
    todo: t`Ponha \`LimitNOFILE=65536\` na unidade do systemd (\`balcao install\` faz isso).`,
  }),
  open_files_many: ({ open, limit }) => ({
    says: t`O processo tem ${open} arquivos abertos, dos ${limit} que pode abrir.`,
    todo: t`Reinicie o servidor numa hora calma; se voltar, avise quem faz o Balcão e aumente \`LimitNOFILE\`.`,
  }),
  memory_high: ({ used, all }) => ({
    says: t`O processo usa ${bytesText(used)} dos ${bytesText(all)} de memória da máquina.`,
    todo: t`Reinicie o servidor numa hora calma; se voltar, dê mais memória à máquina.`,
  }),
  event_loop_late: ({ ms }) => ({
    says: t`O servidor está sobrecarregado: uma de cem voltas atrasa ${Math.round(ms)} ms ou mais.`,
    todo:
      t`Veja o que mais a máquina faz (\`top\`) e a métrica \`balcao_job_last_duration_seconds\`; dê mais processador.`,
  }),
};

function openDoor(): string {
  return t`Confira que os nomes levam a esta máquina e que a porta 80 está aberta à internet.`;
}
