import type { Config } from "../platform/config.ts";
import { type OpenFolder, openToServe } from "../platform/data_folder.ts";
import { openKeys } from "../platform/keys.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { ServiceNotices } from "../service/notify.ts";
import { upgradingAnswer } from "../upgrades/answer.ts";
import { type Progress, upgradeFolder } from "../upgrades/upgrade.ts";
import { EarlyAnswers } from "./early_answers.ts";
import { type Answers, listen, type Listening } from "./listen.ts";

/** How often (ms) the log says how far an upgrade is. */
const SAID_EVERY = 2000;

/**
 * The opening of a data folder that is to be served: the port is open before all of it is, and who answers changes. Where
 * files have to be upgraded first, that is what is said meanwhile.
 */
export class Opening {
  #progress: Progress = { done: 0, failed: 0, all: 0 };
  #listening: Listening | undefined;
  #answers: Answers | undefined;
  #saidAt = 0;

  constructor(readonly config: Config, readonly notices: ServiceNotices) {}

  async folder(): Promise<OpenFolder> {
    return await openToServe(this.config.data, (folder) =>
      upgradeFolder(folder, {
        begin: async (all) => {
          this.#progress = { done: 0, failed: 0, all };
          await this.listen({ fetch: (request) => upgradingAnswer(request, this.#progress) }, {
            folder,
            keys: openKeys(folder),
          });
        },
        progress: (progress) => this.#note(progress),
        now: Date.now(),
      }));
  }

  /** From now on these answer, as soon as the port is open. */
  async listen(answers: Answers, { folder, keys }: Pick<Tenants, "folder" | "keys">): Promise<Listening> {
    const before = this.#answers;
    this.#answers = answers;
    this.#listening ??= await listen(this.config, {
      fetch: (request, caller) => this.#answers!.fetch(request, caller),
    }, { folder, keys });
    if (before instanceof EarlyAnswers) before.leadTo(answers);
    return this.#listening;
  }

  async close(): Promise<void> {
    await this.#listening?.shutdown();
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
