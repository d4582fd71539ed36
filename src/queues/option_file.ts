import { eq } from "drizzle-orm";
import { refuse } from "../contract/errors.ts";
import type { QueueOption } from "../contract/queue_options.ts";
import type { Company, Emit, Write } from "../platform/company.ts";
import { mediaPath } from "../platform/media.ts";
import type { ReceivedFile } from "../platform/upload.ts";
import { optionById, optionOf } from "./options.ts";
import { queueById, rowOf } from "./queues.ts";
import { queueOptionTable } from "./table.ts";

/**
 * The one file that was received goes along with the option's message from now on, instead of any before. It is no save of
 * the queue that another could undo: whoever saves the tree leaves the files of its options as they are.
 */
export function setOptionFile(company: Company, id: number, files: ReceivedFile[]): QueueOption {
  const [received] = files;
  if (!received?.path || files.length > 1) {
    refuse("ERR_INVALID_INPUT", { fields: { medias: received ? "too_long" : "required" } });
  }
  const { path, name, mimetype, size } = received;
  return company.write((db, emit) => {
    const had = optionById(db, id);
    const about = { file: path.split("/").at(-1)!, fileName: name, fileMimetype: mimetype, fileSize: size };
    const row = db.update(queueOptionTable).set(about).where(eq(queueOptionTable.id, id)).returning().get();
    // It now belongs to the option, not to the request.
    received.path = undefined;
    emitFile(db, emit, row.queueId);
    forgetFiles(company, had.file ? [had.file] : []);
    return optionOf(row);
  });
}

export function dropOptionFile(company: Company, id: number): QueueOption {
  return company.write((db, emit) => {
    const had = optionById(db, id);
    const none = { file: null, fileName: "", fileMimetype: "", fileSize: 0 };
    const row = db.update(queueOptionTable).set(none).where(eq(queueOptionTable.id, id)).returning().get();
    emitFile(db, emit, row.queueId);
    forgetFiles(company, had.file ? [had.file] : []);
    return optionOf(row);
  });
}

function emitFile(db: Write, emit: Emit, queueId: number): void {
  emit("queue", { action: "update", record: rowOf(queueById(db, queueId)) });
}

/** Once it is committed that nothing needs them; what was sent has a name of its own for the same file. */
export function forgetFiles(company: Company, files: readonly string[]): void {
  company.afterwards(() => {
    for (const file of files) void Deno.remove(mediaPath(company, file)).catch(() => {/* It is gone already. */});
  });
}
