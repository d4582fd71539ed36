import { t } from "@lingui/core/macro";
import { handOver } from "../sheets/handOver.ts";
import { workbookFile } from "../sheets/sheets.ts";
import { showError } from "../ui/showError.ts";

/** Hands over a sheet to begin with: the number is country, area and number; every further column becomes a variable. */
export async function saveExample(): Promise<void> {
  const rows = [
    ["nome", "numero", "email", "cidade"],
    ["Maria da Silva", "5511987654321", "maria@exemplo.com.br", "São Paulo"],
    ["João Souza", "5581912345678", "", "Recife"],
  ];
  try {
    handOver(await workbookFile([{ name: t`Contatos`, rows }]), `${t`planilha-de-exemplo`}.xlsx`);
  } catch (error) {
    showError(error);
  }
}
