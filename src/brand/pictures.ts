import { Hono } from "hono";
import { BRAND_PICTURES, type BrandPicture, LARGEST_BRAND_PICTURE, SMALLEST_APP_ICON } from "../contract/brand.ts";
import { refuse } from "../contract/errors.ts";
import { headOf } from "../platform/with_file.ts";
import { log } from "../platform/log.ts";
import { newMediaName } from "../platform/media.ts";
import type { Vars } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { ReceivedFile } from "../platform/upload.ts";
import { pictureOf } from "./brand.ts";
import { PNG_HEAD, squarePng } from "./square_png.ts";
import { isHarmlessSvg } from "./svg.ts";

const KINDS: Record<string, string> = { png: "image/png", jpg: "image/jpeg", svg: "image/svg+xml" };

function folderOf({ folder }: Tenants): string {
  return `${folder}/public`;
}

/**
 * Keeps a picture that came along and answers its name, by chance with its kind; one that could do more than be seen is
 * refused, and as an app's icon whatever systems do not draw.
 */
export async function keepBrandPicture(tenants: Tenants, which: BrandPicture, files: ReceivedFile[]): Promise<string> {
  const [received] = files;
  if (!received?.path || files.length > 1) {
    refuse("ERR_INVALID_INPUT", { fields: { file: received ? "too_long" : "required" } });
  }
  const { path, name, size } = received;
  if (size > LARGEST_BRAND_PICTURE) refuse("ERR_FILE_TOO_LARGE", { detail: { name } });
  if (which === "appIcon" && (squarePng(await headOf(path, PNG_HEAD)) ?? 0) < SMALLEST_APP_ICON) {
    refuse("ERR_FILE_TYPE", { detail: { name } });
  }
  const kept = `${newMediaName()}.${await kindOf(received, path)}`;
  await Deno.mkdir(folderOf(tenants), { recursive: true, mode: 0o700 });
  await Deno.rename(path, `${folderOf(tenants)}/${kept}`);
  received.path = undefined;
  return kept;
}

async function kindOf({ mimetype, name }: ReceivedFile, path: string): Promise<string> {
  if (mimetype === "image/png") return "png";
  if (mimetype === "image/jpeg") return "jpg";
  return isHarmlessSvg(utf8(await Deno.readFile(path))) ? "svg" : refuse("ERR_FILE_TYPE", { detail: { name } });
}

/** Empty when it is no UTF-8: no SVG that anybody would draw. */
function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "";
  }
}

/** The first bytes of one of the present icons, which say how large it is; nothing where there is none. */
export async function startOfIcon(tenants: Tenants, which: BrandPicture): Promise<Uint8Array | undefined> {
  const name = pictureOf(tenants.provider.read, which);
  if (name === null) return undefined;
  try {
    return await headOf(`${folderOf(tenants)}/${name}`, PNG_HEAD);
  } catch {
    return undefined;
  }
}

/** A file that stays behind takes room and nothing else. */
export async function forgetBrandPicture(tenants: Tenants, name: string | null): Promise<void> {
  if (name === null) return;
  await Deno.remove(`${folderOf(tenants)}/${name}`).catch((error) =>
    log.warn("A picture could not be deleted", { error })
  );
}

/** The pictures, for everybody: by the name that only one of them ever has, or as the present logo and icon. */
export const brandPictureRoutes = new Hono<Vars>()
  .get("/public/brand/:name{(?:logo|icon|appIcon|[0-9a-f-]{36}\\.(?:png|jpg|svg))}", async (http) => {
    const { tenants } = http.var, asked = http.req.param("name"), { read } = tenants.provider;
    const isPresent = (BRAND_PICTURES as readonly string[]).includes(asked);
    const name = isPresent
      ? pictureOf(read, asked as BrandPicture)
      : BRAND_PICTURES.map((which) => pictureOf(read, which))
        .find((each) => each === asked);
    const body = name ? await Deno.readFile(`${folderOf(tenants)}/${name}`).catch(() => undefined) : undefined;
    if (!name || !body) refuse("ERR_NOT_FOUND");
    return new Response(body, { headers: headersFor(name, isPresent) });
  });

function headersFor(name: string, isPresent: boolean): HeadersInit {
  return {
    "content-type": KINDS[name.split(".").at(-1)!]!,
    // Whoever opens an SVG by itself gets a picture and no page.
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": isPresent ? "no-cache" : "public, max-age=31536000, immutable",
  };
}
