import { type BinaryNode, jidDecode, S_WHATSAPP_NET } from "@whiskeysockets/baileys";
import { getUnixTime } from "date-fns/getUnixTime";

type Content = BinaryNode["content"];

/** A stanza; attributes without a value are left out, because the encoder counts keys it does not write. */
export function stanza(tag: string, attrs: Record<string, string | undefined> = {}, content?: Content): BinaryNode {
  const given = Object.fromEntries(Object.entries(attrs).filter(([, value]) => value !== undefined));
  return { tag, attrs: given as Record<string, string>, content };
}

export function iqResult(to: BinaryNode, content?: BinaryNode[]): BinaryNode {
  return stanza("iq", { type: "result", from: S_WHATSAPP_NET, id: to.attrs.id }, content);
}

export function iqError(to: BinaryNode, code: number, text: string): BinaryNode {
  const error = stanza("error", { code: String(code), text });
  return stanza("iq", { type: "error", from: S_WHATSAPP_NET, id: to.attrs.id }, [error]);
}

/** The text of a stanza, which arrives as a string when the dictionary knows it and as bytes when it does not. */
export function textOf(node: BinaryNode | undefined): string {
  if (!node || Array.isArray(node.content) || node.content === undefined) return "";
  return typeof node.content === "string" ? node.content : Buffer.from(node.content).toString("utf8");
}

/** The bytes of a child, or an error naming the child that is missing. */
export function bytesOf(node: BinaryNode | undefined, tag: string): Buffer {
  const content = childrenOf(node).find((child) => child.tag === tag)?.content;
  if (content instanceof Uint8Array) return Buffer.from(content);
  throw new Error(`<${node?.tag}> has no bytes in <${tag}>`);
}

export function childrenOf(node: BinaryNode | undefined): BinaryNode[] {
  return Array.isArray(node?.content) ? node.content : [];
}

export function childOf(node: BinaryNode | undefined, tag: string): BinaryNode | undefined {
  return childrenOf(node).find((child) => child.tag === tag);
}

/** `5511…` in `5511…:3@s.whatsapp.net`, also for LIDs and groups. */
export function userOf(jid: string | undefined): string {
  return jidDecode(jid)?.user ?? "";
}

export function numberFrom(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

export function seconds(at: Date | number = Date.now()): string {
  return String(getUnixTime(at));
}
