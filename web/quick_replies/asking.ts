/** Whether what is being typed asks for quick replies (spec 1 §2.8). */
export function asksForReplies(text: string): boolean {
  return text.startsWith("/") && text.length > 1 && !text.includes("\n");
}

/** Whether the next letter may make it so: the replies are fetched then. */
export function mayAskForReplies(text: string): boolean {
  return text === "/" || asksForReplies(text);
}
