import { createHash, createHmac } from "node:crypto";

export interface Asked {
  method: string;
  /** As it came, still encoded. */
  path: string;
  query: string;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** How far (ms) a call's time may be from ours. */
const LATEST = 15 * 60_000;
const SHAPE =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=(\S+), Signature=(\w{64})$/;

/** S3's code for what is wrong with a call's signature (AWS Signature Version 4, in the header); nothing if it is right. */
export function faultOfSignature(
  asked: Asked,
  { accessKey, secretKey }: { accessKey: string; secretKey: string },
): string | undefined {
  const { headers, body } = asked, time = headers["x-amz-date"] ?? "", content = headers["x-amz-content-sha256"] ?? "";
  const [, id, day, region, names, signature] = SHAPE.exec(headers.authorization ?? "") ?? [];
  if (id === undefined) return "AccessDenied";
  if (id !== accessKey) return "InvalidAccessKeyId";
  if (!time.startsWith(day!) || Math.abs(timeOf(time) - Date.now()) > LATEST) return "RequestTimeTooSkewed";
  if (content !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const signed = names!.split(";");
  if (!signed.includes("host")) return "AccessDenied";
  const canonical = [
    asked.method,
    asked.path,
    asked.query.split("&").filter(Boolean).map((one) => one.includes("=") ? one : `${one}=`).sort().join("&"),
    ...signed.map((name) => `${name}:${(headers[name] ?? "").trim().replace(/ +/g, " ")}`),
    "",
    names,
    content,
  ].join("\n");
  const text = ["AWS4-HMAC-SHA256", time, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join("\n");
  const key = [day!, region!, "s3", "aws4_request"].reduce<string | Uint8Array>(hmac, `AWS4${secretKey}`);
  return hmac(key, text).toString("hex") === signature ? undefined : "SignatureDoesNotMatch";
}

/** Milliseconds of `20261120T140000Z`. */
function timeOf(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
}

function sha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function hmac(key: string | Uint8Array, text: string) {
  return createHmac("sha256", key).update(text).digest();
}
