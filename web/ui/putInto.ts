/**
 * Puts words in the place of a part of a field's text, of what is selected unless said otherwise, and answers the text. The
 * caret stands behind them at once, not only when the text is drawn anew: whoever types on then would be torn away from there.
 */
export function putInto(
  field: HTMLTextAreaElement,
  words: string,
  { from = field.selectionStart, to = field.selectionEnd } = {},
): string {
  field.setRangeText(words, from, to, "end");
  return field.value;
}
