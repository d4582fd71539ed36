// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { type Doings, mayChangeOver } from "./versions.ts";

const LONG = 3_600_000;
const nothing: Doings = {
  hiddenFor: LONG,
  untouchedFor: LONG,
  isHeld: false,
  isWriting: false,
  isSending: false,
  isBusy: false,
};

test.each<[string, Partial<Doings>, boolean]>([
  ["that nobody has seen for a while changes over by itself", { untouchedFor: 0 }, true],
  ["that lies open and nobody touches changes over by itself", { hiddenFor: 0 }, true],
  ["that was left a moment ago stays", { hiddenFor: 5000, untouchedFor: 5000 }, false],
  ["in which a text is being written stays", { isWriting: true }, false],
  ["with an attachment, a recording or a form stays", { isHeld: true }, false],
  ["whose messages have not left stays", { isSending: true }, false],
  ["with an open dialog stays", { isBusy: true }, false],
])("a tab %s", (_, doings, may) => expect(mayChangeOver({ ...nothing, ...doings })).toBe(may));
