import { describe, expect, test } from "vitest";
import { placeOf, readAddress } from "./address.ts";

describe("the address says what is looked at, and nothing that goes without saying", () => {
  const cases: [uuid: string | undefined, query: string, place: string][] = [
    [undefined, "", "/tickets"],
    ["abc", "", "/tickets/abc"],
    ["abc", "tab=closed&m=12", "/tickets/abc?tab=closed&m=12"],
    [undefined, "q=bolo+de+3+kg&all=0", "/tickets?q=bolo+de+3+kg&all=0"],
    [undefined, "queues=3,5&users=7", "/tickets?queues=3%2C5&users=7"],
    [undefined, "tags=2,9", "/tickets?tags=2%2C9"],
    [undefined, "tab=open", "/tickets"],
    [undefined, "tab=tudo&queues=x&m=", "/tickets"],
  ];
  test.each(cases)("%s ?%s", (uuid, query, place) => expect(placeOf(readAddress(uuid, query))).toBe(place));
});
