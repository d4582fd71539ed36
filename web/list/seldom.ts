/** No oftener than this (ms) what many events change is read anew. */
const EVERY = 1000;

/** Does its work a second after the first of many calls, once for all of them. */
export function seldom(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => timer ??= setTimeout(() => (timer = undefined, work()), EVERY);
}
