/** How large a file is (bytes); 0 where there is none, or nobody may look. */
export function sizeOf(path: string): number {
  try {
    return Deno.statSync(path).size;
  } catch {
    return 0;
  }
}
