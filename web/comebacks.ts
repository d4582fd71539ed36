let count = 0;

/** How often the way to the server has come back since the page was opened. */
export function comebacks(): number {
  return count;
}

export function noteComeback(): void {
  count++;
}
