/**
 * Whether a text says thanks and nothing else (behaviour.md, Tickets: Reuse). `list` is the company's, parted by commas;
 * several of them in a row are still no more than thanks.
 */
export function isMereThanks(text: string, list: string): boolean {
  const said = wordsIn(text);
  const phrases = phrasesIn(list);
  if (said.length === 0 || said.length > MOST_WORDS) return false;
  for (let at = 0; at < said.length;) {
    const found = phrases.find((phrase) => phrase.every((word, nth) => said[at + nth] === word));
    if (!found) return false;
    at += found.length;
  }
  return true;
}

/** A company's list is the same from message to message. */
let known: { list: string; phrases: string[][] } = { list: "", phrases: [] };

function phrasesIn(list: string): string[][] {
  if (known.list !== list) {
    const phrases = list.split(",").map(wordsIn).filter((words) => words.length > 0);
    known = { list, phrases: phrases.sort((a, b) => b.length - a.length) };
  }
  return known.phrases;
}

/** Who writes more has more to say. */
const MOST_WORDS = 12;

/** Words and pictographs, one by one; without accents, capitals, points, and the tones of emoji. */
function wordsIn(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/[\p{Emoji_Modifier}\u200d\ufe0f\p{M}]/gu, "").toLowerCase();
  return plain.match(/\p{Extended_Pictographic}|[\p{L}\p{N}]+/gu) ?? [];
}
