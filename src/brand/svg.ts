/** Elements that run something, or draw what is not in the picture. */
const REFUSED_ELEMENTS = new Set([
  "script",
  "foreignobject",
  "iframe",
  "object",
  "embed",
  "audio",
  "video",
  "canvas",
  "link",
  "meta",
  "base",
  "form",
  "handler",
  "listener",
  "set",
  "animate",
  "animatetransform",
  "animatemotion",
  "animatecolor",
  "a",
]);

/** A picture within the picture; an SVG would bring its own rules. */
const INLINE_PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,[a-z0-9+/=\s]*$/i;
const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * Whether a text is an SVG that only draws: no script, no event handler, no foreign content, nothing that moves, and
 * nothing from outside of it. What cannot be read for sure is refused, too.
 */
export function isHarmlessSvg(text: string): boolean {
  const before = /^\ufeff?\s*(?:<\?xml\s[^?<]*\?>\s*)?/.exec(text)![0];
  return new Scan(text, before.length).isHarmless();
}

/** Reads an SVG once from its first letter to its last; the first that is not as it should be ends it. */
class Scan {
  /** What is said between the tags, comments left out: they part no words. */
  #said = "";
  #open: string[] = [];
  #hasRoot = false;

  constructor(private readonly text: string, private place: number) {}

  isHarmless(): boolean {
    while (this.place < this.text.length) {
      if (!this.#step()) return false;
    }
    return this.#hasRoot && this.#open.length === 0 && this.#endsText();
  }

  #step(): boolean {
    if (this.text.startsWith("<!--", this.place)) return this.#comment();
    if (this.text[this.place] === "<") return this.#endsText() && (this.#doctype() || this.#endTag() || this.#tag());
    const next = this.text.indexOf("<", this.place), end = next < 0 ? this.text.length : next;
    this.#said += this.text.slice(this.place, end);
    this.place = end;
    return true;
  }

  #comment(): boolean {
    const end = this.text.indexOf("-->", this.place + 4);
    // As a web page reads it, this one would be over at once.
    if (end < 0 || /^-?>/.test(this.text.slice(this.place + 4, this.place + 6))) return false;
    this.place = end + 3;
    return true;
  }

  /** Outside of the root there are no words. */
  #endsText(): boolean {
    const said = this.#said;
    this.#said = "";
    return !said.includes(">") && (this.#open.length > 0 ? isHarmlessText(said) : said.trim() === "");
  }

  /** Without declarations of its own, in which anything could stand. */
  #doctype(): boolean {
    return !this.#hasRoot && this.#take(/<!DOCTYPE\s[^<>[\]]*>/iy) !== undefined;
  }

  #endTag(): boolean {
    const [, name] = this.#take(/<\/([\w.:-]+)\s*>/y) ?? [];
    return name !== undefined && this.#open.pop() === name;
  }

  #tag(): boolean {
    const [, name] = this.#take(/<([\w.:-]+)/y) ?? [];
    if (name === undefined || REFUSED_ELEMENTS.has(localName(name))) return false;
    // A style's words are put together, whatever stands between them.
    if (this.#open.some((each) => localName(each) === "style")) return false;
    const attributes = this.#attributes(), [, isEmpty] = this.#take(/\s*(\/?)>/y) ?? [];
    if (isEmpty === undefined || !attributes.every(isHarmlessAttribute)) return false;
    if (this.#open.length === 0 && (this.#hasRoot || !isSvgRoot(name, attributes))) return false;
    this.#hasRoot = true;
    if (!isEmpty) this.#open.push(name);
    return true;
  }

  #attributes(): Attribute[] {
    const found: Attribute[] = [];
    for (;;) {
      const [, name, value] = this.#take(/\s+([\w.:-]+)\s*=\s*("[^"<]*"|'[^'<]*')/y) ?? [];
      if (name === undefined) return found;
      found.push([name, decoded(value!.slice(1, -1))]);
    }
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.place;
    const found = pattern.exec(this.text);
    if (!found) return undefined;
    this.place = pattern.lastIndex;
    return found;
  }
}

/** Its name, and its value unless that cannot be read. */
type Attribute = [name: string, value: string | undefined];

function isSvgRoot(name: string, attributes: Attribute[]): boolean {
  return name === "svg" && attributes.some(([key, value]) => key === "xmlns" && value === SVG_NAMESPACE);
}

function localName(name: string): string {
  return name.split(":").at(-1)!.toLowerCase();
}

function isHarmlessAttribute([name, value]: Attribute): boolean {
  if (value === undefined) return false;
  const local = localName(name);
  if (local.startsWith("on") || name.toLowerCase() === "xml:base") return false;
  if (local === "href" || local === "src") return value.startsWith("#") || INLINE_PICTURE.test(value.trim());
  return name.startsWith("xmlns") || isHarmlessText(value);
}

/** A text, or a style in it: nothing is loaded, and nothing is written in a way that only a style sheet reads. */
function isHarmlessText(text: string): boolean {
  const value = decoded(text);
  if (value === undefined || /@import|javascript:|expression\(|-moz-binding|\\/i.test(value)) return false;
  return [...value.matchAll(/(?:url|src|image|image-set)\s*\(\s*["']?\s*([^)]*)/gi)]
    .every(([, target]) => target!.startsWith("#"));
}

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The text behind character references; nothing when one of them is unknown. */
function decoded(text: string): string | undefined {
  let isKnown = true;
  const value = text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));?/gi, (_, hex, decimal, name) => {
    if (name !== undefined) {
      isKnown &&= name in NAMED;
      return NAMED[name] ?? "";
    }
    const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
    isKnown &&= code <= 0x10ffff;
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
  return isKnown ? value : undefined;
}
