import { PROVIDER } from "./keys.ts";

/** Where the files lie that belong to a company, or to the provider. */
export function mediaFolder(data: string, companyId: number): string {
  return companyId === PROVIDER ? `${data}/public` : `${data}/${companyId}/media`;
}
