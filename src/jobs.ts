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
    run: ({ sessions, companies }, now) => sessions.tick(companies(), now),
  },
];
