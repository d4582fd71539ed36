import { ROOT } from "../../root.ts";

const FOLDER = `${ROOT}/src/graph_simulator/page`;

const TYPES: Record<string, string> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
};

/**
 * A file of the page on which one plays the customer, or nothing when this is none of its paths. Browsers get the files as
 * they lie here: nothing has to be built before, and what is changed is there at the next reload.
 */
export async function showPage(pathname: string): Promise<Response | undefined> {
  const name = pathname === "/" ? "page.html" : /^\/page\/(\w+\.(?:css|js))$/.exec(pathname)?.[1];
  if (!name) return undefined;
  try {
    return new Response(await Deno.readFile(`${FOLDER}/${name}`), { headers: headersOf(name) });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function headersOf(name: string): Record<string, string> {
  return {
    "content-type": TYPES[name.split(".")[1]!]!,
    "cache-control": "no-cache",
    // The favicon is an empty data address.
    "content-security-policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'self'",
  };
}
