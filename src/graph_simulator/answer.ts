import type { Asked } from "./asked.ts";
import { GraphError } from "./errors.ts";
import type { CallFault } from "./faults.ts";
import { answerLogin } from "./login/login.ts";
import { drawFace } from "./messaging/account.ts";
import { downloadPublic } from "./messaging/incoming.ts";
import { answerObject } from "./objects.ts";
import { takeApart, type Taken } from "./request.ts";
import { checkToken } from "./tokens.ts";
import { downloadWhatsAppMedia } from "./whatsapp/media.ts";
import type { World } from "./world.ts";

/** Short names of hosts. */
const ALIASES: Record<string, string> = { instagram: "graph.instagram.com" };

/** The hosts whose calls are answered; each may stand first in a path, and without one it is Graph. */
const HOSTS = [
  "graph.facebook.com",
  "graph.instagram.com",
  "api.instagram.com",
  "www.instagram.com",
  "www.facebook.com",
  "lookaside.fbsbx.com",
  "scontent.xx.fbcdn.net",
];

/** The versions that are alive; calls of older ones are answered by the oldest of these ("Versioning"). */
export const VERSIONS = ["v22.0", "v23.0", "v24.0", "v25.0"];

interface Place {
  host: string;
  version: string;
  /** Behind host and version, without a slash in front. */
  path: string;
}

/** Answers what Meta's hosts would, and notes each call of Graph. */
export async function answerMeta(world: World, request: Request): Promise<Response> {
  const place = placeOf(new URL(request.url).pathname);
  if (place.host === "lookaside.fbsbx.com") return downloadWhatsAppMedia(world, request);
  if (place.host === "scontent.xx.fbcdn.net") return answerPublic(world, request, place.path);
  let taken: Taken = { params: {}, files: new Map() };
  let answer: Response;
  let app: string | undefined;
  const fault = world.faults.takeCall(place.path);
  try {
    if (fault) await meet(fault);
    const version = checkVersion(place.version);
    taken = await takeApart(request);
    answer = await answerLogin(world, request, { ...place, params: taken.params }) ?? await answerGraph();
    answer.headers.set("facebook-api-version", version);
  } catch (error) {
    answer = refusal(error);
  }
  await note(world, { place, request, taken, answer, app });
  if (fault?.kind === "garble") return new Response("<html>…</html>");
  return fault?.kind === "cut" ? cutOff() : answer;

  async function answerGraph(): Promise<Response> {
    const asked = readCall(world, request, place, taken);
    app = asked.token.app.id;
    return Response.json(await answerObject(asked));
  }
}

function answerPublic(world: World, request: Request, path: string): Response {
  if (path.startsWith("face/")) return drawFace(new URL(request.url).searchParams.get("name") ?? "");
  return downloadPublic(world, path);
}

function placeOf(pathname: string): Place {
  const parts = pathname.split("/").filter(Boolean);
  const named = ALIASES[parts[0]!] ?? parts[0]!;
  const host = HOSTS.includes(named) ? named : "graph.facebook.com";
  if (host === named) parts.shift();
  const version = /^v\d+\.\d+$/.test(parts[0] ?? "") ? parts.shift()! : VERSIONS.at(-1)!;
  return { host, version, path: parts.map(decodeURIComponent).join("/") };
}

/** A version that is not there yet is no path; one that has ended is answered by the oldest. */
function checkVersion(version: string): string {
  if (VERSIONS.includes(version)) return version;
  const number = (text: string) => Number(text.slice(1));
  if (number(version) < number(VERSIONS[0]!) && number(version) >= 1) return VERSIONS[0]!;
  throw new GraphError(2500, { message: `Unknown path components: /${version}` });
}

function readCall(world: World, request: Request, { path, host }: Place, { params, files }: Taken): Asked {
  const [first = "", ...rest] = path.split("/");
  const bearer = /^(?:Bearer|OAuth) (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const value = bearer ?? (params.access_token === undefined ? undefined : String(params.access_token));
  const token = checkToken(world, value, params.appsecret_proof);
  const isOfInstagram = token.kind === "instagram";
  if (isOfInstagram !== (host === "graph.instagram.com") && host !== "graph.facebook.com") {
    throw new GraphError(190, { message: "Invalid OAuth access token - Cannot parse access token" });
  }
  const id = first === "me" ? token.ownerId : first;
  return { world, method: request.method, id, edge: rest.join("/"), params, files, token };
}

async function meet(fault: CallFault): Promise<void> {
  if (fault.kind === "refuse") throw new GraphError(fault.code);
  if (fault.kind === "status") throw new Failure(fault.status);
  if (fault.kind === "slow") await new Promise((resolve) => setTimeout(resolve, fault.ms));
  if (fault.kind === "held") await fault.until();
}

/** The server breaks before it has said anything of use. */
class Failure extends Error {
  constructor(readonly status: number) {
    super(`HTTP ${status}`);
  }
}

function refusal(error: unknown): Response {
  if (error instanceof GraphError) return error.answer();
  if (error instanceof Failure) {
    return new Response("<html>Sorry, something went wrong.</html>", { status: error.status });
  }
  console.error(error);
  return new GraphError(1, { status: 500 }).answer();
}

/** The connection ends before the answer has come: what was accepted stays so. */
function cutOff(): Response {
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("cut on purpose")) });
  return new Response(broken, { headers: { "content-type": "application/json", "content-length": "4096" } });
}

async function note(
  world: World,
  { place, request, taken, answer, app }: {
    place: Place;
    request: Request;
    taken: Taken;
    answer: Response;
    app?: string;
  },
): Promise<void> {
  const { access_token: _, client_secret: __, ...params } = taken.params;
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  const body: unknown = isJson ? await answer.clone().json() : undefined;
  world.note({
    ...place,
    at: world.now(),
    method: request.method,
    params,
    app,
    status: answer.status,
    answer: body,
  });
}
