import { afterAll, beforeAll } from "vitest";
import { anOffice } from "./fixtures.ts";

type Office = Awaited<ReturnType<typeof anOffice>>;

/**
 * An office for all tests of a file, and who calls there: Ana, who administers Padaria Aurora, Bruno, a plain user of it, and
 * Nina, who administers the other company.
 */
export function anOfficeWithCallers() {
  let opened: Office;
  beforeAll(async () => void (opened = await anOffice()));
  afterAll(async () => await opened.close());
  const as = (email: string) => (method: string, path: string, body?: unknown) => opened.as(email)(method, path, body);
  return {
    // It is opened only when the tests begin.
    office: new Proxy({} as Office, { get: (_, name) => opened[name as keyof Office] }),
    ana: as("ana@aurora.test"),
    bruno: as("bruno@aurora.test"),
    nina: as("nina@norte.test"),
  };
}
