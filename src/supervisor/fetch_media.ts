import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { ChannelSession } from "../channels/channel.ts";
import { emitMessage, messageById } from "../messages/change.ts";
import { type MediaRow, mediaTable, messageTable } from "../messages/table.ts";
import type { Company } from "../platform/company.ts";
import { isDiskFull } from "../platform/db.ts";
import { log } from "../platform/log.ts";
import { keepMedia, makeMediaFolder, mediaPath, newMediaName } from "../platform/media.ts";
import { LARGEST_FILE } from "../shared/limits.ts";

/** Files fetched at once per connection, and tries before a file counts as unavailable. */
const AT_ONCE = 3, MOST_TRIES = 4;

/** Fetches the files of arrived messages, beside everything else and outside any transaction. */
export class MediaFetcher {
  readonly #underWay = new Set<number>();

  constructor(
    readonly company: Company,
    readonly connectionId: number,
    readonly session: ChannelSession,
    /** How many bytes the company has room for. */
    readonly room: () => number,
  ) {}

  wake(): void {
    if (this.session.state.status !== "CONNECTED") return;
    for (const row of this.#due()) {
      if (this.#underWay.size >= AT_ONCE) return;
      if (this.#underWay.has(row.messageId)) continue;
      this.#underWay.add(row.messageId);
      void this.#fetch(row).finally(() => {
        this.#underWay.delete(row.messageId);
        this.wake();
      });
    }
  }

  #due(): MediaRow[] {
    return this.company.read.select({ media: mediaTable }).from(mediaTable)
      .innerJoin(messageTable, eq(messageTable.id, mediaTable.messageId))
      .where(
        and(
          // Spelled out, not bound: only so does the partial index serve it.
          eq(mediaTable.state, sql`'waiting'`),
          lte(mediaTable.dueAt, Date.now()),
          eq(messageTable.connectionId, this.connectionId),
        ),
      )
      .orderBy(asc(mediaTable.dueAt)).limit(AT_ONCE * 2).all().map(({ media }) => media);
  }

  async #fetch(media: MediaRow): Promise<void> {
    const { company } = this;
    const message = messageById(company.read, media.messageId);
    if (!message?.raw) return this.#become(media, { state: "unavailable", dueAt: null });
    if (media.size > LARGEST_FILE) return this.#become(media, { state: "too_large", dueAt: null });
    // The bubble stays, with its button to try again when there is room.
    if (media.size > this.room() || this.room() === 0) {
      return this.#become(media, { state: "unavailable", dueAt: null });
    }
    const file = newMediaName(), path = mediaPath(company, file);
    try {
      makeMediaFolder(company);
      const key = { jid: message.chat, wid: message.wid, fromMe: message.fromMe, author: message.author };
      await this.session.fetchMedia(key, message.raw, path, Math.min(LARGEST_FILE, this.room()));
      await keepMedia([path]);
      const { size } = await Deno.stat(path);
      this.#become(media, { state: "ready", file, size, dueAt: null });
    } catch (error) {
      await Deno.remove(path).catch(() => {});
      this.#failed(media, error);
    }
  }

  #failed(media: MediaRow, error: unknown): void {
    const attempts = media.attempts + 1;
    const context = { company: this.company.id, connection: this.connectionId, message: media.messageId, error };
    log.warn(isDiskFull(error) ? "A file cannot be kept: the disk is full" : "A file could not be fetched", context);
    if (this.session.state.status !== "CONNECTED") return;
    if (attempts >= MOST_TRIES) this.#become(media, { state: "unavailable", attempts, dueAt: null });
    else this.#become(media, { state: "waiting", attempts, dueAt: Date.now() + 4000 * 4 ** media.attempts });
  }

  #become({ messageId, state }: MediaRow, change: Partial<MediaRow>): void {
    try {
      this.company.write((db, emit) => {
        const row = db.update(mediaTable).set(change).where(eq(mediaTable.messageId, messageId)).returning().all()[0];
        const message = row && messageById(db, messageId);
        if (message && change.state !== state) emitMessage(db, emit, message);
      });
    } catch (error) {
      log.error("A file's state could not be stored", { company: this.company.id, message: messageId, error });
    }
  }
}
