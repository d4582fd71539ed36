import { ROOT } from "../root.ts";
import { control, noted } from "./network.ts";

/** The bare library, linked to a phone of its own; with an `answer`, which it gives to whatever it is told. */
export async function bareClient(
  network: { page: string; url: string },
  number: string,
  answer?: string,
  onText: (text: string) => void = () => {},
): Promise<Deno.ChildProcess> {
  const child = noted(
    new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", `${ROOT}/src/bench/bare_main.ts`, network.url, ...(answer ? [answer] : [])],
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn(),
  );
  await control(network.page, "/phones", { name: "Bare", number });
  let text = "", isScanned = false;
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  while (!/OPEN/.test(text)) {
    const { value, done } = await reader.read();
    if (done) throw new Error("The bare client stopped");
    text += value;
    const qr = /QR (\S+)\n/.exec(text)?.[1];
    if (qr && !isScanned) {
      isScanned = true;
      await control(network.page, `/phones/${number}/scan`, { qr });
    }
  }
  void (async () => {
    while (true) {
      const { value, done } = await reader.read();
      if (done) return;
      onText(value);
    }
  })();
  return child;
}
