/** A text without the name of the attendant who signed it (spec 1 §2.8). */
export function unsigned(body: string): string {
  return body.replace(/^\*[^*\n]+:\*\n/, "");
}
