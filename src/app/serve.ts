import type { Config } from "../platform/config.ts";
import type { OpenFolder } from "../platform/data_folder.ts";
import { refuseForeignKey } from "../provider_settings/server_key.ts";
import { openNotices } from "../service/notify.ts";
import { Opening } from "./opening.ts";
import { pagesOf } from "./pages.ts";
import type { Server } from "./server.ts";

/**
 * Opens the data folder and serves it, until `stop`. Most of a start is the reading of the server's own program: the port
 * is open before that, so that screens come at once and nothing that is asked meanwhile is refused.
 */
export async function serve(config: Config, given?: OpenFolder): Promise<Server> {
  const notices = openNotices((name) => Deno.env.get(name));
  await notices.extend("Opening the data folder");
  const opening = new Opening(config, notices);
  let folder = given;
  try {
    folder ??= await opening.folder();
    const { tenants } = folder;
    refuseForeignKey(tenants);
    const pages = pagesOf(tenants);
    await opening.listenEarly(pages, tenants);
    const serveFolder = await readRest();
    return await serveFolder({ config, folder, opening, pages });
  } catch (error) {
    await opening.close();
    folder?.close();
    throw error;
  }
}

/** Reads the rest of the program, in parts: before each of them whoever has asked for a screen has an answer. */
async function readRest() {
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  await turn();
  await import("../supervisor/supervisor.ts");
  await turn();
  await import("./clock.ts");
  await turn();
  await import("./application.ts");
  await turn();
  return (await import("./serve_folder.ts")).serveFolder;
}
