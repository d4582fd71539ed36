import { Hono } from "hono";
import { LARGEST_PICTURE, PICTURE_TYPES } from "../contract/announcements.ts";
import { refuse } from "../contract/errors.ts";
import { log } from "../platform/log.ts";
import { newMediaName, serveFile } from "../platform/media.ts";
import type { Vars } from "../platform/routes.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { ReceivedFile } from "../platform/upload.ts";
import { pictureNamed } from "./announcements.ts";

function folderOf({ folder }: Tenants): string {
  return `${folder}/public`;
}

/** Keeps a picture that came along, under a name by chance; anything but a PNG or a JPEG is refused. */
export function keepPicture(tenants: Tenants, files: ReceivedFile[]) {
  const [received] = files;
  if (!received?.path || files.length > 1) {
    refuse("ERR_INVALID_INPUT", { fields: { file: received ? "too_long" : "required" } });
  }
  const { path, name, mimetype, size } = received;
  if (!PICTURE_TYPES.includes(mimetype)) refuse("ERR_FILE_TYPE");
  if (size > LARGEST_PICTURE) refuse("ERR_FILE_TOO_LARGE", { detail: { name } });
  const mediaFile = newMediaName();
  Deno.mkdirSync(folderOf(tenants), { recursive: true, mode: 0o700 });
  Deno.renameSync(path, `${folderOf(tenants)}/${mediaFile}`);
  received.path = undefined;
  return { mediaFile, mediaName: name, mediaType: mimetype };
}

/** A file that stays behind takes room and nothing else. */
export async function forgetPicture(tenants: Tenants, name: string | null): Promise<void> {
  if (name === null) return;
  await Deno.remove(`${folderOf(tenants)}/${name}`).catch((error) =>
    log.warn("A picture could not be deleted", { error })
  );
}

/** The pictures of announcements, which strangers may see, too (spec 3 §3). */
export const publicRoutes = new Hono<Vars>().get("/public/:name{[0-9a-f-]{36}}", (http) => {
  const { tenants } = http.var, name = http.req.param("name");
  const about = pictureNamed(tenants.provider.read, name) ?? refuse("ERR_NOT_FOUND");
  return serveFile(http.req.raw, `${folderOf(tenants)}/${name}`, about);
});
