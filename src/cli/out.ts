/** Writes an answer's line to stdout, where a script may read it. Whoever has read enough and closed the pipe ends us. */
export function print(line: string): void {
  if (!isWritten(Deno.stdout, line)) Deno.exit(0);
}

/** What is said to the person beside the answer: hints, progress and errors. Nobody may be listening. */
export function hint(line: string): void {
  isWritten(Deno.stderr, line);
}

/** Whether somebody is there to read it. */
function isWritten(to: { writeSync(bytes: Uint8Array): number }, line: string): boolean {
  try {
    const text = new TextEncoder().encode(`${line}\n`);
    for (let rest = text; rest.length > 0;) rest = rest.subarray(to.writeSync(rest));
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) return false;
    throw error;
  }
}
