// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { newestSeen, noteAnswerOfColleague, noticeAnswers } from "./knowing.ts";
import { aMessage } from "../tickets/testing.ts";
import { startAt } from "./thread.ts";

const thread = (...ids: number[]) =>
  startAt({ messages: ids.map((id) => aMessage({ id })), moves: [], hasMore: false, hasNewer: false });

test("who writes has seen all, except a colleague's answer of the last seconds and what came after it", () => {
  expect(newestSeen(thread(1, 2, 3), 0)).toBe(3);
  noteAnswerOfColleague(aMessage({ id: 4 }), 1000);
  expect(newestSeen(thread(1, 2, 3, 4, 5), 2000)).toBe(3);
  expect(newestSeen(thread(1, 2, 3, 4, 5), 11_001)).toBe(5);
  noteAnswerOfColleague(aMessage({ id: 6 }), 12_000);
  noticeAnswers();
  expect(newestSeen(thread(5, 6), 12_001)).toBe(6);
});

test("nothing is said where nothing is known", () => {
  expect(newestSeen(null, 0)).toBeUndefined();
  expect(newestSeen(thread(), 0)).toBeUndefined();
  expect(newestSeen({ ...thread(1), hasNewer: true }, 0)).toBeUndefined();
});
