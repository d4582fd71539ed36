import type { Command } from "commander";
import type { NamedFile } from "../messages/lost_files.ts";
import type { FaultyCopy, LostFile } from "../restoring/find_files.ts";
import { act, onFolder } from "./act.ts";
import { keyPathOf } from "./backup.ts";
import { hint } from "./out.ts";

/** Files that people and customers have sent, and that are gone from where they belong, or altered there. */
export function companyFilesCommand(company: Command): void {
  onFolder(
    company.command("files").argument("<COMPANY>").description(
      "brings files of messages that are gone or altered back from wherever they are, and names those that are nowhere",
    ).option("--accept", "gives those up: their messages say so from now on, and doctor speaks of them no more"),
    'balcao company files "Padaria Aurora"',
    'balcao company files "Padaria Aurora" --accept',
  ).action((which, { accept = false }: { accept?: boolean }, command) =>
    act(command, "company files", {
      input: { company: which, isAccepted: accept, keyPath: keyPathOf(command) },
      isBad: ({ lost, accepted }) => lost.length > accepted,
      lines: ({ of, brought, lost, accepted, unasked }) => {
        if (lost.length > 0 && accepted === 0) hint(unasked.length > 0 ? AGAIN : hintFor(lost));
        return [
          `${of} files, ${brought.length} brought back, ${lost.length} ${
            accepted > 0 ? "accepted as lost" : "missing"
          }`,
          ...brought.map((file) => rowOf("brought", file)),
          ...lost.map((file) =>
            [rowOf(accepted > 0 ? "lost" : "missing", file), ...file.faulty.map(faultIn)].join("\t")
          ),
          ...unasked.map(({ place, why }) => `not asked\t${place}\t${why}`),
        ];
      },
    })
  );
}

const AGAIN = "Not every place could be asked: once it can be, say it again";
const ACCEPT = "They are nowhere as they were. With --accept their messages say so, and doctor speaks of them no more";

/** What a place has lost it may have again: whoever looks after it is asked first. */
function hintFor(lost: Pick<LostFile, "faulty">[]): string {
  const faulty = lost.flatMap((file) => file.faulty).filter((copy) => copy.is !== "other size");
  if (faulty.length === 0) return ACCEPT;
  const places = [...new Set(faulty.map(({ place }) => place))].join(", ");
  return `Some are damaged or gone at ${places}: mend that first, from another copy of it, say, and look again. ` +
    "With --accept they are given up all the same";
}

function faultIn({ place, is }: FaultyCopy): string {
  return `${WORDS[is]} ${place}`;
}

const WORDS = { damaged: "damaged at", gone: "gone from", "other size": "of another size at" } as const;

/** What happened to a file, whose it is and what it is called, so that a person may find it. */
function rowOf(what: string, { file, messageId, at, contact, kind, name }: NamedFile): string {
  return [what, at, contact, kind, name || "-", `message ${messageId}`, file].join("\t");
}
