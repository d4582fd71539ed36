/** How an emoji begins, as people count them: with its skin, its family; a flag; a keycap. A mere digit is none. */
const EMOJI = /^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{Emoji}\p{Emoji_Modifier}|\p{Regional_Indicator}{2})/u;
const MOST = 3;
/** No three emojis are longer (UTF-16 units); longer texts need not be looked at. */
const LONGEST = 60;

/** How many emojis a text is that holds nothing else: 1 to 3, otherwise none. */
export function onlyEmojis(text: string): number {
  const all = text.replace(/\s+/g, "");
  if (all === "" || all.length > LONGEST) return 0;
  const parts = [...new Intl.Segmenter().segment(all)].map(({ segment }) => segment);
  return parts.length <= MOST && parts.every((part) => EMOJI.test(part)) ? parts.length : 0;
}
