import type { Progress } from "./upgrade.ts";

/** Seconds after which whoever asked may ask again. */
const AGAIN_AFTER = 5;

const SAYS = [
  ["pt-BR", "Em manutenção", "Estamos atualizando o sistema. Nada se perde; esta página volta sozinha."],
  ["en", "Maintenance", "We are upgrading the system. Nothing is lost; this page comes back by itself."],
  ["es", "En mantenimiento", "Estamos actualizando el sistema. No se pierde nada; esta página vuelve sola."],
] as const;

/** What everybody is answered while files are upgraded: a page that asks again by itself, or an error for programs. */
export function upgradingAnswer(request: Request, { done, all }: Progress): Response {
  const { pathname } = new URL(request.url);
  if (pathname === "/api/health") return comeAgain({ status: "upgrading", done, all }, AGAIN_AFTER);
  if (!(request.headers.get("accept") ?? "").includes("text/html") || pathname.startsWith("/api/")) {
    return comeAgain({ error: "ERR_MAINTENANCE" }, AGAIN_AFTER);
  }
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  return new Response(pageOf({ done, all }), {
    status: 503,
    headers: {
      ...inSeconds(AGAIN_AFTER),
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
    },
  });
}

/** For programs: what a server says that is not there yet, and after how many seconds it may be asked again. */
export function comeAgain(said: object, seconds: number): Response {
  return Response.json(said, { status: 503, headers: inSeconds(seconds) });
}

function inSeconds(seconds: number) {
  return { "retry-after": String(seconds), "cache-control": "no-store", "x-content-type-options": "nosniff" };
}

function pageOf({ done, all }: Pick<Progress, "done" | "all">): string {
  const says = SAYS.map(([lang, title, text]) => `<section lang="${lang}"><h2>${title}</h2><p>${text}</p></section>`);
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="${AGAIN_AFTER}">
<title>${SAYS[0][1]}</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-content: center; gap: 20px; padding: 24px; box-sizing: border-box;
  font: 15px/1.5 system-ui, sans-serif; color: #16202c; background: #f0f2f5; }
section { max-width: 36rem; } section + section { border-top: 1px solid #8884; padding-top: 20px; }
h2 { margin: 0 0 4px; font-size: 17px; } p { margin: 0; }
progress { appearance: none; width: 100%; height: 6px; border: 0; border-radius: 3px;
  overflow: hidden; background: #8884; } ::-webkit-progress-bar { background: none; }
::-webkit-progress-value { background: #2563eb; } ::-moz-progress-bar { background: #2563eb; }
@media (prefers-color-scheme: dark) { body { color: #e6ebf1; background: #10161d; } }
</style></head><body>
<progress max="${all}" value="${done}">${done} / ${all}</progress>
${says.join("\n")}
</body></html>
`;
}
