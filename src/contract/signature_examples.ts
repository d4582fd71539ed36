/** In which the page shows how to check a webhook's signature; each of them is run by a test as it stands. */
export const SIGNATURE_LANGUAGES = ["JavaScript", "Python", "PHP"] as const;
export type SignatureLanguage = (typeof SIGNATURE_LANGUAGES)[number];

/**
 * A function that says whether a request was signed with the webhook's secret within the last five minutes
 * (standardwebhooks.com, "Signature scheme"). The secret comes from the environment (`SECRET`), where secrets belong; the
 * body is the text as it came.
 */
export const SIGNATURE_EXAMPLES: Record<SignatureLanguage, string> = {
  JavaScript: `import { createHmac, timingSafeEqual } from "node:crypto";

export function isSigned(headers, body) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;

  const key = Buffer.from(process.env.SECRET.replace("whsec_", ""), "base64");
  const own = createHmac("sha256", key)
    .update(id + "." + timestamp + "." + body)
    .digest();
  return headers["webhook-signature"].split(" ").some((signature) => {
    const theirs = Buffer.from(signature.replace("v1,", ""), "base64");
    return theirs.length === own.length && timingSafeEqual(theirs, own);
  });
}`,
  Python: `import base64
import hashlib
import hmac
import os
import time


def is_signed(headers, body):
    id = headers["webhook-id"]
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        return False

    key = base64.b64decode(os.environ["SECRET"].removeprefix("whsec_"))
    content = f"{id}.{timestamp}.{body}".encode()
    own = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    signatures = headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest(s, "v1," + own) for s in signatures)`,
  PHP: `<?php
function is_signed(array $server, string $body): bool
{
    $id = $server["HTTP_WEBHOOK_ID"];
    $timestamp = $server["HTTP_WEBHOOK_TIMESTAMP"];
    if (abs(time() - (int) $timestamp) > 300) {
        return false;
    }

    $key = base64_decode(str_replace("whsec_", "", getenv("SECRET")));
    $own = "v1," . base64_encode(hash_hmac("sha256", "$id.$timestamp.$body", $key, true));
    foreach (explode(" ", $server["HTTP_WEBHOOK_SIGNATURE"]) as $signature) {
        if (hash_equals($own, $signature)) {
            return true;
        }
    }
    return false;
}`,
};
