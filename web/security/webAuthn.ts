/** Browsers offer passkeys under https and at localhost, and never at a bare address (WebAuthn §5.1.2). */
export function mayUsePasskeys(): boolean {
  const isBare = /^[\d.]+$|:|\[/.test(location.hostname);
  return isSecureContext && "PublicKeyCredential" in globalThis && !isBare;
}

/** Passes over the browser's word for a prompt that was closed, or that waited too long (WebAuthn §5.1.3). */
export function unlessCancelled(error: unknown): undefined {
  const { name } = error as Error;
  if (name !== "NotAllowedError" && name !== "AbortError") throw error;
}
