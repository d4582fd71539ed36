import { vi } from "vitest";

/** How long (ms) a test waits for what is to come, on machines that do other things, too. */
const PATIENCE = 60_000;

type Truthy<T> = T extends false | 0 | "" | null | undefined ? never : T;

/** Asks until the answer is true, and answers it; time that a test has in its hand passes meanwhile. */
export async function until<T>(look: () => T | Promise<T>): Promise<Truthy<T>> {
  return await vi.waitUntil(look, { timeout: PATIENCE }) as Truthy<T>;
}

/** Looks again until what is expected is so. */
export async function untilSo<T>(look: () => T | Promise<T>): Promise<T> {
  return await vi.waitFor(look, { timeout: PATIENCE });
}
