/** What `work` answers, if that comes within so many ms; else it throws, and the work goes on unheard. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let clock: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    clock = setTimeout(() => reject(new Error(`No answer in ${ms} ms`)), ms);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(clock));
}
