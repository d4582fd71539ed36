import { Trans } from "@lingui/react/macro";
import { memo, useState } from "react";
import type { Message } from "../../../src/contract/messages.ts";
import { type DrawWords, Marked } from "./Marked.tsx";
import css from "../messages/Bubble.module.css";

/** Longer texts (characters) are shown by their beginning: one of 65,000 would hide the whole thread. */
const LONG = 1500;

/** Messages that somebody has unfolded; they stay so when they are scrolled out of sight and back. */
const unfolded = new Set<number>();

interface LongTextProps {
  message: Message;
  /** Draws what stands plainly in it; left out, as it is. */
  words?: DrawWords;
}

/** A message's words, all of them where they are not too many. */
export const LongText = memo(function LongText({ message: { id, body }, words }: LongTextProps) {
  const [isWhole, setWhole] = useState(() => body.length <= LONG || unfolded.has(id));
  if (isWhole || body.length <= LONG) return <Marked text={body} words={words} />;
  const unfold = () => {
    unfolded.add(id);
    setWhole(true);
  };
  return (
    <>
      <Marked text={beginningOf(body)} words={words} />…{" "}
      <button type="button" className={css.unfold} onClick={unfold}>
        <Trans>Ler mais</Trans>
      </button>
    </>
  );
});

/** Up to the last space, so that neither a word nor an emoji is cut in two. */
function beginningOf(body: string): string {
  const head = body.slice(0, LONG);
  const end = head.search(/\s\S*$/);
  return end > LONG - 200 ? head.slice(0, end) : head.replace(/[\uD800-\uDBFF]$/, "");
}
