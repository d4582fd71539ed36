/** How often (ms) a long work says how far it is. */
const SAID_EVERY = 3000;

export function everySoOften(say: (text: string) => void): (text: () => string) => void {
  let last = Date.now();
  return (text) => {
    if (Date.now() - last < SAID_EVERY) return;
    last = Date.now();
    say(text());
  };
}
