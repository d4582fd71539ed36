/** What a store refuses, by S3's own code, which is the message. */
export class Refused extends Error {
  constructor(code: string, readonly status: number) {
    super(code);
  }
}

export function refusalXml(code: string): string {
  return textXml("Error", { Code: code, Message: `The store says ${code}`, RequestId: "1" });
}

export function textXml(name: string, fields: Record<string, string>): string {
  const inner = Object.entries(fields).map(([field, text]) => `<${field}>${escaped(text)}</${field}>`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name}>${inner}</${name}>`;
}

/** A page of a list (ListObjectsV2); the token of the next is its first key. */
export function listXml(all: { key: string; size: number }[], query: URLSearchParams, page: number): string {
  const prefix = query.get("prefix") ?? "", from = query.get("continuation-token") ?? "";
  const found = all.filter(({ key }) => key.startsWith(prefix) && key >= from)
    .sort((one, other) => one.key < other.key ? -1 : 1);
  const contents = found.slice(0, page).map(({ key, size }) =>
    `<Contents><Key>${escaped(key)}</Key><Size>${size}</Size></Contents>`
  );
  const next = found[page]?.key;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><Prefix>${escaped(prefix)}</Prefix>` +
    `<IsTruncated>${next !== undefined}</IsTruncated>` +
    (next === undefined ? "" : `<NextContinuationToken>${escaped(next)}</NextContinuationToken>`) +
    `${contents.join("")}</ListBucketResult>`;
}

/** The keys that are to be deleted (DeleteObjects). */
export function keysIn(body: Uint8Array): string[] {
  return [...new TextDecoder().decode(body).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => plain(key!));
}

/** The parts that an object is put together from (CompleteMultipartUpload). */
export function partsIn(body: Uint8Array): { number: number; etag: string }[] {
  return [...new TextDecoder().decode(body).matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part]) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part!)![1]),
    etag: plain(/<ETag>([^<]*)</.exec(part!)![1]!),
  })).sort((one, other) => one.number - other.number);
}

const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => SIGNS[sign as keyof typeof SIGNS]);
}

function plain(text: string): string {
  return Object.entries(SIGNS).reduceRight((text, [sign, name]) => text.replaceAll(name, sign), text);
}
