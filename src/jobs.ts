import { giveUpOld } from "./outbox/enqueue.ts";
import type { Company } from "./platform/company.ts";
import type { Sessions } from "./sessions/sessions.ts";

export interface Clock {
  sessions: Sessions;
  companies(): Company[];
}

interface Job {
  name: string;
  /** Cron pattern with seconds. */
  when: string;
  /** A run never overlaps itself. */
  run: (clock: Clock, now: Date) => void | Promise<void>;
}

/** The whole clock of the product. */
export const JOBS: Job[] = [
  {
    name: "send and fetch what was postponed",
    when: "*/5 * * * * *",
    run: ({ sessions }) => sessions.tick(),
  },
  {
    name: "give up what is too old to be sent",
    when: "0 */10 * * * *",
    run: ({ companies }, now) => companies().forEach((company) => giveUpOld(company, now.getTime())),
  },
];
