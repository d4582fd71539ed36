import { eq } from "drizzle-orm";
import { companyTable } from "../companies/table.ts";
import type { Tenants } from "../platform/tenants.ts";
import { webchatKeyTable } from "../webchat/table.ts";

const GOODS = [
  ["Pão de fermentação natural", "R$ 24,00", "#efe3d0", "#b9793f", "#f3d9b1"],
  ["Broa de milho", "R$ 16,00", "#e6eadb", "#d9a441", "#f7e3ae"],
  ["Pão de centeio", "R$ 28,00", "#e3ddd6", "#7a4a2a", "#c99b6d"],
  ["Focaccia de alecrim", "R$ 32,00", "#dfe7e2", "#c98f4e", "#6f8f5a"],
] as const;

const STYLE = `
:root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif;background:light-dark(#fff,#13161c);color:light-dark(#161a22,#e7eaf0)}
header,main{max-width:1040px;margin:auto;padding:24px}header{display:flex;gap:24px}header b{margin-right:auto}
a{color:inherit;text-decoration:none;opacity:.75}ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:24px;max-width:600px;padding:0;list-style:none}
li b,li span{display:block}svg{width:100%;border-radius:8px}@media(width<600px){header a{display:none}}`;

/** The page of a shop that shows the demonstration's web chat; nothing where there is none. */
export function shopPage({ provider }: Tenants): string | undefined {
  const [chat] = provider.read.select({ key: webchatKeyTable.key }).from(webchatKeyTable)
    .innerJoin(companyTable, eq(companyTable.id, webchatKeyTable.companyId)).where(eq(companyTable.isDemo, true))
    .limit(1).all();
  if (!chat) return undefined;
  const goods = GOODS.map(([name, price, behind, crust, cut]) =>
    `<li><svg viewBox="0 0 200 140" aria-hidden="true"><rect width="200" height="140" fill="${behind}"/>` +
    `<ellipse cx="100" cy="88" rx="62" ry="34" fill="${crust}"/>` +
    `<path d="M60 82q40-34 80 0M72 98q28-22 56 0" fill="none" stroke="${cut}" stroke-width="5"/></svg>` +
    `<b>${name}</b><span>${price}</span></li>`
  );
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>Padaria Aurora</title>` +
    `<link rel="icon" href="data:,"><style>${STYLE}</style></head><body>` +
    `<header><b>Padaria Aurora</b><a href="#">Pães</a><a href="#">Bolos</a><a href="#">Onde estamos</a></header>` +
    `<main><h1>Saiu do forno agora</h1><p>Encomende até as 18h e retire amanhã cedo.</p><ul>${
      goods.join("")
    }</ul></main>` +
    `<script src="/widget.js" data-key="${chat.key}" async></script></body></html>`;
}
