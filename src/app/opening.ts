import type { Config } from "../platform/config.ts";
import { type OpenFolder, openToServe } from "../platform/data_folder.ts";
import { openKeys } from "../platform/keys.ts";
import { log } from "../platform/log.ts";
import type { Tenants } from "../platform/tenants.ts";
import type { WebFiles } from "../platform/web_files.ts";
import type { ServiceNotices } from "../service/notify.ts";
import { upgradingAnswer } from "../upgrades/answer.ts";
import { type Progress, upgradeFolder } from "../upgrades/upgrade.ts";
import { earlyAnswers } from "./early_answers.ts";
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
  readonly #whole = Promise.withResolvers<Answers | undefined>();
  #saidAt = 0;

  constructor(readonly config: Config, readonly notices: ServiceNotices) {}

  async folder(): Promise<OpenFolder> {
    return await openToServe(this.config.data, (folder) =>
      upgradeFolder(folder, {
        begin: async (all) => {
          this.#progress = { done: 0, failed: 0, all };
          const upgrading = { fetch: (request: Request) => upgradingAnswer(request, this.#progress) };
          await this.#answerBy(upgrading, { folder, keys: openKeys(folder) });
        },
        progress: (progress) => this.#note(progress),
        now: Date.now(),
      }));
  }

  /** From now on screens are answered; calls wait until `listen`, or `close`. */
  async listenEarly(pages: WebFiles, tenants: Tenants): Promise<void> {
    await this.#answerBy(earlyAnswers(this.config, pages, this.#whole.promise), tenants);
  }

  /** From now on the app answers. */
  async listen(app: Answers, tenants: Tenants): Promise<Listening> {
    const listening = await this.#answerBy(app, tenants);
    this.#whole.resolve(app);
    return listening;
  }

  async close(): Promise<void> {
    this.#whole.resolve(undefined);
    await this.#listening?.shutdown();
  }

  async #answerBy(answers: Answers, { folder, keys }: Pick<Tenants, "folder" | "keys">): Promise<Listening> {
    this.#answers = answers;
    const whoever: Answers = { fetch: (request, caller) => this.#answers!.fetch(request, caller) };
    return this.#listening ??= await listen(this.config, whoever, { folder, keys });
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
