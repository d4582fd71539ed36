import { Fragment, memo, type ReactNode } from "react";
import { parseMarkup, type Piece } from "../markup.ts";
import css from "./Marked.module.css";

/** A message's text with its marks drawn; never as HTML. */
export const Marked = memo(function Marked({ text, words }: { text: string; words?: DrawWords }) {
  return parseMarkup(text).map((piece, key) => draw(piece, key, words));
});

/** Draws a piece of text that has no marks. */
export type DrawWords = (text: string) => ReactNode;

/** The same on one line, where whatever is around it is the link already: inline marks only. */
export const MarkedLine = memo(function MarkedLine({ text }: { text: string }) {
  return parseMarkup(text).map(drawInline);
});

function drawInline(piece: Piece, key: number): ReactNode {
  if (typeof piece === "string") return piece;
  if (piece.mark === "link") return <u key={key}>{piece.text}</u>;
  if (!("pieces" in piece)) return <code key={key} className={css.code}>{piece.text}</code>;
  const Mark = INLINE[piece.mark];
  return <Mark key={key}>{piece.pieces.map(drawInline)}</Mark>;
}

const INLINE = { bold: "strong", italic: "em", strike: "del" } as const;

function draw(piece: Piece, key: number, words?: DrawWords): ReactNode {
  if (typeof piece === "string") return words ? <Fragment key={key}>{words(piece)}</Fragment> : piece;
  const inside = (pieces: Piece[]) => pieces.map((each, nth) => draw(each, nth, words));
  switch (piece.mark) {
    case "bold":
      return <strong key={key}>{inside(piece.pieces)}</strong>;
    case "italic":
      return <em key={key}>{inside(piece.pieces)}</em>;
    case "strike":
      return <del key={key}>{inside(piece.pieces)}</del>;
    case "code":
      return <code key={key} className={css.code}>{piece.text}</code>;
    case "block":
      return <code key={key} className={css.block}>{piece.text}</code>;
    case "link":
      return <a key={key} href={piece.href} target="_blank" rel="noopener noreferrer nofollow">{piece.text}</a>;
  }
}
