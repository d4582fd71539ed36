import type { Config } from "../platform/config.ts";
import { type OpenFolder, openToServe } from "../platform/data_folder.ts";
import { openKeys } from "../platform/keys.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { ServiceNotices } from "../service/notify.ts";
import { upgradingAnswer } from "../upgrades/answer.ts";
import { type Progress, upgradeFolder } from "../upgrades/upgrade.ts";
import { type Answers, listen, type Listening } from "./listen.ts";

/** How often (ms) the log says how far an upgrade is. */
const SAID_EVERY = 2000;

/**
 * The opening of a data folder that is to be served. Where files have to be upgraded first, the port is open before that
 * and answers so.
 */
export class Opening {
  #progress: Progress = { done: 0, failed: 0, all: 0 };
  #listening: Listening | undefined;
  #app: Answers | undefined;
  #saidAt = 0;

  constructor(readonly config: Config, readonly notices: ServiceNotices) {}

  async folder(): Promise<OpenFolder> {
    return await openToServe(this.config.data, (folder) =>
      upgradeFolder(folder, {
        begin: async (all) => {
          this.#progress = { done: 0, failed: 0, all };
          this.#listening = await this.#listenMeanwhile(folder);
        },
        progress: (progress) => this.#note(progress),
        now: Date.now(),
      }));
  }

  /** From now on the app answers. */
  async listen(app: Answers, tenants: Tenants): Promise<Listening> {
    this.#app = app;
    return this.#listening ??= await listen(this.config, app, tenants);
  }

  async close(): Promise<void> {
    await this.#listening?.shutdown();
  }

  #listenMeanwhile(folder: string): Promise<Listening> {
    const answers: Answers = {
      fetch: (request, caller) => this.#app?.fetch(request, caller) ?? upgradingAnswer(request, this.#progress),
    };
    return listen(this.config, answers, { folder, keys: openKeys(folder) });
  }

  #note(progress: Progress): void {
    this.#progress = progress;
    const { done, failed, all } = progress, says = `Upgraded ${done - failed} of ${all} files`;
    void this.notices.extend(says);
    const now = Date.now();
    if (done < all && now - this.#saidAt < SAID_EVERY) return;
    this.#saidAt = now;
    log.info(done === all && failed < all ? `${says}; those from before are kept for a day: balcao rollback` : says);
  }
}
