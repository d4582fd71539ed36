import { SPOOL } from "../backups/ledger.ts";

/** Nothing can be written to a data folder's backup spool any more, not even by root; what is answered mends it. */
export function breakSpool(data: string): () => void {
  const spool = `${data}/${SPOOL}`;
  Deno.renameSync(spool, `${spool}-away`);
  Deno.writeTextFileSync(spool, "");
  return () => {
    Deno.removeSync(spool);
    Deno.renameSync(`${spool}-away`, spool);
  };
}
