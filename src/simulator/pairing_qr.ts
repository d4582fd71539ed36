import type { Phone } from "./model.ts";
import { link } from "./pairing.ts";

/** Links the client that shows this QR code to the phone, or fails because nobody shows it. */
export async function linkByQr(phone: Phone, text: string): Promise<void> {
  const { ref, noiseKey, identityKey, advSecret } = readQr(text);
  const client = phone.network.unlinkedBy(ref);
  if (!client) throw new Error("Nobody shows this QR code (any more)");
  const { keys } = client;
  const shown = [noiseKey, identityKey].map((key) => Buffer.from(key, "base64"));
  if (!shown[0]?.equals(keys.noiseKey) || !shown[1]?.equals(keys.identityKey)) {
    throw new Error("The QR code has other keys than the client that shows it");
  }
  await link(phone, client, advSecret);
}

/** The four things a QR code says. */
function readQr(text: string): { ref: string; noiseKey: string; identityKey: string; advSecret: Buffer } {
  const [ref, noiseKey, identityKey, advSecret] = text.trim().split("#").at(-1)?.split(",") ?? [];
  if (!ref || !noiseKey || !identityKey || !advSecret) throw new Error("This is not the text of a pairing QR code");
  return { ref, noiseKey, identityKey, advSecret: Buffer.from(advSecret, "base64") };
}
