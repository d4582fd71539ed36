export interface Room {
  /** How many work at the same time. */
  atOnce: number;
  /** How many wait at most; of those who go first, as many again. */
  mostWaiting: number;
}

/** Lets costly work be done a few at a time. */
export class Turns {
  #working = 0;
  readonly #first: (() => void)[] = [];
  readonly #others: (() => void)[] = [];

  constructor(readonly room: Room) {}

  /** The work's result; nothing when so many wait already that nobody else may. */
  async take<T>(work: () => Promise<T>, goesFirst = false): Promise<T | undefined> {
    if (this.#working >= this.room.atOnce) {
      const line = goesFirst ? this.#first : this.#others;
      if (line.length >= this.room.mostWaiting) return undefined;
      // Whoever ends hands the turn over, so that nobody slips in between.
      await new Promise<void>((myTurn) => line.push(myTurn));
    } else this.#working++;
    try {
      return await work();
    } finally {
      const next = this.#first.shift() ?? this.#others.shift();
      if (next) next();
      else this.#working--;
    }
  }
}
