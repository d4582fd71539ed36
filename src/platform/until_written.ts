/** A file of which everybody writes by one door, which counts. */
interface Counted {
  readonly writes: number;
}

/**
 * What is read of a file once, until anything is written to it: for what every request asks. A screen that opens asks a dozen
 * things at once. Nothing that was found missing is remembered.
 */
export function untilWritten<Answer>(): (file: Counted, about: string, read: () => Answer) => Answer {
  const known = new WeakMap<Counted, { writes: number; answers: Map<string, Answer> }>();
  return (file, about, read) => {
    let now = known.get(file);
    if (now?.writes !== file.writes) known.set(file, now = { writes: file.writes, answers: new Map() });
    const answer = now.answers.get(about) ?? read();
    if (answer !== undefined) now.answers.set(about, answer);
    return answer;
  };
}
