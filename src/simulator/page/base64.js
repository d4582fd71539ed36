// @ts-check

/**
 * A file's bytes as text.
 * @param {Blob} blob
 * @returns {Promise<string>}
 */
export function base64Of(blob) {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => {
      const address = String(reader.result);
      done(address.slice(address.indexOf(",") + 1));
    };
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(blob);
  });
}
