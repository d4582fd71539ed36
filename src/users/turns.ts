export interface Room {
  /** How many work at the same time. */
  atOnce: number;
  /** How many wait at most; of those who go first, as many again. */
  mostWaiting: number;
}

export interface Waiting {
  /** Where they come from, such as a network address: places take turns, so that a crowd at one holds nobody up elsewhere. */
  from?: string;
}

/** Lets costly work be done a few at a time. */
export class Turns {
  #working = 0;
  readonly #first: Line;
  readonly #others: Line;

  constructor(readonly room: Room) {
    this.#first = new Line(room.mostWaiting);
    this.#others = new Line(room.mostWaiting);
  }

  /** The work's result; nothing when so many wait already that nobody else may. */
  async take<T>(
    work: () => Promise<T>,
    { goesFirst = false, from = "" }: Waiting & { goesFirst?: boolean } = {},
  ): Promise<T | undefined> {
    if (this.#working >= this.room.atOnce) {
      // Whoever ends hands the turn over, so that nobody slips in between.
      if (!await (goesFirst ? this.#first : this.#others).wait(from)) return undefined;
    } else this.#working++;
    try {
      return await work();
    } finally {
      const next = this.#first.next() ?? this.#others.next();
      if (next) next(true);
      else this.#working--;
    }
  }
}

type Turn = (isMine: boolean) => void;

/** Those who wait, by where they come from. */
class Line {
  /** The place whose turn was longest ago stands first. */
  readonly #places = new Map<string, Turn[]>();
  #length = 0;

  constructor(readonly most: number) {}

  /** Whether one's turn came; not when the line is full, or became so long that others were let in instead. */
  wait(from: string): Promise<boolean> | boolean {
    if (this.#length >= this.most && !this.#sendAway(from)) return false;
    this.#length++;
    return new Promise((turn) => {
      const place = this.#places.get(from);
      if (place) place.push(turn);
      else this.#places.set(from, [turn]);
    });
  }

  next(): Turn | undefined {
    for (const [from, place] of this.#places) {
      this.#places.delete(from);
      if (place.length > 1) this.#places.set(from, place.slice(1));
      this.#length--;
      return place[0];
    }
  }

  /** In a full line who comes from elsewhere takes the last place of those who are most, unless they are few. */
  #sendAway(from: string): boolean {
    const [longest = []] = [...this.#places.values()].sort((a, b) => b.length - a.length);
    if (longest.length <= (this.#places.get(from)?.length ?? 0) + 1) return false;
    longest.pop()!(false);
    this.#length--;
    return true;
  }
}
