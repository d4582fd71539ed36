import * as z from "zod/mini";
import { freeBytes } from "../platform/disk_room.ts";
import { createHash } from "node:crypto";
import { workApart } from "../exports/apart.ts";
import { BadExport } from "../exports/bad_export.ts";
import { BadCommand } from "../platform/config.ts";
import { openDbFile } from "../platform/db.ts";
import { withFile, writeAll } from "../platform/with_file.ts";
import type { Keys } from "../platform/keys.ts";
import { migrationFolder, migrationsOf } from "../platform/migrate.ts";
import type { Tenants } from "../platform/tenants.ts";
import { syncFolder, toDisk } from "../platform/wal.ts";
import { type Coming, forgetEarlier } from "./arrivals.ts";
import { MovingPart } from "./company_part.ts";
import { sumOf, writePiece } from "./pieces.ts";
import { arrivingPlace, COMES, PREPARED, removeFolder } from "./places.ts";
import type { SaidAs } from "./said.ts";
import { type OpenValue, sealValues } from "./sealed_rows.ts";

const OpenValues = z.array(z.tuple([z.int(), z.array(z.union([z.string(), z.int()])), z.string()]));

/** What is left free beside a company that comes (bytes): whoever works here needs room, too. */
const SPARE = 50_000_000;

/** What lies beside an arriving company's file, sealed, until it is served. */
export const Prepared = z.object({ name: z.string(), moving: MovingPart });
export type Prepared = z.infer<typeof Prepared>;

/** A company on its way in: a folder that nobody serves. */
export class Arriving {
  readonly folder: string;
  readonly #values: OpenValue[] = [];
  readonly #media = new Set<string>();
  #moving: MovingPart | undefined;
  #file: Deno.FsFile | undefined;

  constructor(
    readonly tenants: Tenants,
    readonly offer: SaidAs<"offer">,
    readonly common: Pick<Keys, "unseal">,
    readonly signal: AbortSignal,
  ) {
    this.folder = arrivingPlace(tenants.folder, offer.moveId);
  }

  /** Makes its folder, unless there is too little room for what is to come. */
  async begin(): Promise<void> {
    const { name, origin = "" } = this.offer;
    await forgetEarlier(this.tenants, origin);
    const free = freeBytes(this.tenants.folder), needed = this.offer.size + SPARE;
    if (free < needed) {
      throw new BadCommand(
        `The disk there has ${Math.floor(free / 1e6)} MB free, and ${Math.ceil(needed / 1e6)} MB are needed`,
      );
    }
    await Deno.mkdir(`${this.folder}/media`, { recursive: true, mode: 0o700 });
    await Deno.writeTextFile(`${this.folder}/${COMES}`, JSON.stringify({ name, origin } satisfies Coming), {
      mode: 0o600,
    });
    this.#file = await Deno.open(this.#path, { write: true, read: true, createNew: true, mode: 0o600 });
  }

  get #path(): string {
    return `${this.folder}/company.db`;
  }

  async piece(at: number, bytes: Uint8Array): Promise<void> {
    await writePiece(this.#file!, { at, bytes });
  }

  /** A file of its media, whose pieces come one by one. */
  async media(name: string, pieces: AsyncIterable<Uint8Array | { sum: string }>): Promise<void> {
    const path = `${this.folder}/media/${name}`, hash = createHash("sha256");
    await withFile(path, { write: true, create: true, truncate: true, mode: 0o600 }, async (file) => {
      for await (const piece of pieces) {
        if (!(piece instanceof Uint8Array)) {
          if (hash.digest("hex") !== piece.sum) throw new BadCommand(`${name} is not what was sent`);
          break;
        }
        hash.update(piece);
        await writeAll(file, piece);
      }
      await file.syncData();
    });
    this.#media.add(name);
  }

  /** Looks through what has come so far, in another process: a file that is no company's, or damaged, is named early. */
  async look(size: number): Promise<void> {
    await this.#file!.truncate(size);
    try {
      await workApart(this.#path, { does: "look", migrations: migrationFolder("company") }, this.signal);
    } catch (error) {
      throw error instanceof BadExport ? new BadCommand(`It cannot be taken in: ${error.message}`) : error;
    }
  }

  sealed(bytes: Uint8Array): void {
    this.#values.push(...this.#read(OpenValues, bytes) as OpenValue[]);
  }

  company(bytes: Uint8Array): void {
    this.#moving = this.#read(MovingPart, bytes);
  }

  #read<S extends z.ZodMiniType>(shape: S, bytes: Uint8Array): z.output<S> {
    let said: unknown;
    try {
      said = JSON.parse(new TextDecoder().decode(this.common.unseal(bytes)));
    } catch {
      throw new BadCommand(unreadable("it was changed on the way"));
    }
    const read = shape.safeParse(said);
    if (!read.success) {
      const [issue] = read.error.issues;
      throw new BadCommand(
        unreadable(`${issue!.path.join(".")} is not as it should be; bring both servers to one version`),
      );
    }
    return read.data;
  }

  /** Compares the whole with what the other side has, makes it this server's own, and brings it onto the disk. */
  async prepare({ size, sum, media }: SaidAs<"whole">): Promise<void> {
    const { keys } = this.tenants, moving = this.#moving;
    await this.#file!.truncate(size);
    this.#file!.close();
    this.#file = undefined;
    if (!moving || await sumOf(this.#path) !== sum || this.#media.size !== media) {
      throw new BadCommand("What has arrived is not what was sent");
    }
    if (this.offer.schema < migrationsOf("company").at(-1)!.number) {
      await workApart(this.#path, { does: "bring up", migrations: migrationFolder("company") }, this.signal);
    }
    const file = openDbFile(this.#path, { isCopy: true });
    try {
      await sealValues(file, keys, this.#values);
    } finally {
      file.close();
    }
    await toDisk(this.#path);
    const prepared: Prepared = { name: this.offer.name, moving };
    const text = new TextEncoder().encode(JSON.stringify(prepared)), place = `${this.folder}/${PREPARED}`;
    await Deno.writeFile(`${place}.new`, keys.seal(text), { mode: 0o600 });
    await toDisk(`${place}.new`);
    await Deno.rename(`${place}.new`, place);
    for (
      const folder of [`${this.folder}/media`, this.folder, `${this.tenants.folder}/arriving`, this.tenants.folder]
    ) {
      syncFolder(folder);
    }
  }

  async forget(): Promise<void> {
    this.#file?.close();
    this.#file = undefined;
    await removeFolder(this.folder);
  }
}

/** For both sides. */
function unreadable(why: string): string {
  return `What was sent of the company's row and secrets cannot be read: ${why}`;
}

/** What was prepared by a move; nothing where it was not, or is here already. */
export function preparedIn({ folder, keys }: Tenants, moveId: string): Prepared | undefined {
  try {
    const sealed = Deno.readFileSync(`${arrivingPlace(folder, moveId)}/${PREPARED}`);
    return Prepared.parse(JSON.parse(new TextDecoder().decode(keys.unseal(sealed))));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
