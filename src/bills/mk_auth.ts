import { Buffer } from "node:buffer";
import * as z from "zod/mini";
import { addressOf, ask, type Asking, askText, patience, Text, Written } from "./ask.ts";
import { type Bill, MOST_BILLS } from "../shared/bills.ts";
import { type Biller, BillerFault, centsIn, dayIn, lineIn, linkIn, oldestFirst, pixCodeIn } from "./bill.ts";

const Title = z.object({
  uuid: Text,
  uuid_lanc: Text,
  titulo: Written,
  status: Text,
  cpf_cnpj: Text,
  valor: Written,
  datavenc: Text,
  linhadig: Text,
  pix: Text,
  url: Text,
  pix_link: Text,
});
type Title = z.infer<typeof Title>;
/** Titles, or a word that there are none. */
const Titles = z.union([
  z.array(Title),
  z.object({ titulos: z.optional(z.nullable(z.array(Title))), mensagem: Text }),
]);

export interface MkAuthAccess {
  address: string;
  clientId: string;
  clientSecret: string;
  within?: number;
}

/** MK-AUTH's API (docs/BILLS.md). */
export function mkAuth({ address, clientId, clientSecret, within }: MkAuthAccess): Biller {
  return {
    name: "MK-AUTH",
    async find(taxNumber) {
      const basic = Buffer.from(`${clientId.trim()}:${clientSecret.trim()}`).toString("base64");
      const asking = {
        address: addressOf(address),
        headers: { authorization: `Basic ${basic}` },
        until: patience(within),
      };
      const authorized = { ...asking, headers: { authorization: `Bearer ${await token(asking)}` } };
      const lists = await Promise.all(["vencido", "aberto"].map((which) => titlesOf(authorized, which, taxNumber)));
      // What is overdue is open, too.
      const each = [...new Map(lists.flat().map((title) => [idOf(title), title])).values()];
      return oldestFirst(each.map(billOf)).slice(0, MOST_BILLS);
    },
  };
}

/** A JWT, as the whole of the answer. */
async function token(asking: Asking): Promise<string> {
  const text = (await askText(asking, "/api/")).trim().replace(/^"|"$/g, "");
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) throw new BillerFault("its token is none");
  return text;
}

async function titlesOf(asking: Asking, which: string, taxNumber: string): Promise<Title[]> {
  const answer = await ask(Titles, asking, `/api/titulo/${which}/${taxNumber}`);
  const titles = Array.isArray(answer) ? answer : answer.titulos ?? [];
  return titles.filter(({ cpf_cnpj, status }) =>
    // The path takes a login as well as a number.
    (!cpf_cnpj || cpf_cnpj.replace(/[^\dA-Za-z]/g, "").toUpperCase() === taxNumber) &&
    status !== "pago" && status !== "cancelado"
  );
}

function idOf({ uuid_lanc, uuid, titulo, datavenc, valor }: Title): string {
  return uuid_lanc || uuid || String(titulo ?? `${datavenc} ${valor}`);
}

function billOf({ valor, datavenc, url, pix_link, linhadig, pix }: Title): Bill {
  return {
    cents: centsIn(valor),
    dueDate: dayIn(datavenc),
    link: linkIn(url) ?? linkIn(pix_link),
    line: lineIn(linhadig),
    pixCode: pixCodeIn(pix),
  };
}
