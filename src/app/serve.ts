import type { Config } from "../platform/config.ts";
import type { OpenFolder } from "../platform/data_folder.ts";
import { refuseForeignKey } from "../provider_settings/server_key.ts";
import { openNotices } from "../service/notify.ts";
import { EarlyAnswers } from "./early_answers.ts";
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
  let folder = given, early: EarlyAnswers | undefined;
  try {
    folder ??= await opening.folder();
    const { tenants } = folder;
    refuseForeignKey(tenants);
    const pages = pagesOf(tenants);
    early = new EarlyAnswers(config, pages);
    await opening.listen(early, tenants);
    // Whoever has waited for the port has an answer first.
    await new Promise((resolve) => setTimeout(resolve));
    const { serveFolder } = await import("./serve_folder.ts");
    return await serveFolder({ config, folder, opening, pages });
  } catch (error) {
    early?.giveUp();
    await opening.close();
    folder?.close();
    throw error;
  }
}
