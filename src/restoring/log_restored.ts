import { log } from "../platform/log.ts";

const SAID = {
  restored: "A company was brought back to an earlier moment",
  undone: "A restoration was undone: the company has the state again that was set aside",
  copied: "An earlier moment of a company was written into a folder",
  beside: "A company of its own was made of an earlier moment of another",
};

export const BY_COMMAND = "the command line";

export function bySuper({ id }: { id: number }): string {
  return `super user ${id}`;
}

/** Says in the server's log that somebody had a company restored, to which moment (RFC 3339); names of people are not there. */
export function logRestored(
  what: keyof typeof SAID,
  about: { company: number; moment: string; by: string; /** The company that was made. */ made?: number },
): void {
  log.info(SAID[what], about);
}
