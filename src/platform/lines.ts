/** A line that is longer than anybody may send. */
export class LineTooLong extends Error {}

/** The lines of a stream; what follows the last line break is none. Throws LineTooLong beyond so many bytes. */
export async function* linesOf(stream: ReadableStream<Uint8Array>, longest: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: Uint8Array[] = [], size = 0;
  for await (let chunk of stream) {
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10)) {
      if (size + end > longest) throw new LineTooLong();
      yield decoder.decode(joined([...parts, chunk.subarray(0, end)]));
      chunk = chunk.subarray(end + 1);
      parts = [];
      size = 0;
    }
    parts.push(chunk);
    if ((size += chunk.length) > longest) throw new LineTooLong();
  }
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
