// @ts-check
import { attempt, verb } from "./ask.js";
import { base64Of } from "./base64.js";
import { $ } from "./elements.js";
import { state } from "./state.js";

/** @type {MediaRecorder | undefined} */
let recorder;

/** Begins to record; the second time it ends, and what was said is sent. */
export async function recordVoice() {
  if (recorder) return recorder.stop();
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const started = Date.now();
  const to = state.chat;
  /** @type {Blob[]} */
  const chunks = [];
  const mine = recorder = new MediaRecorder(stream);
  mine.ondataavailable = ({ data }) => chunks.push(data);
  mine.onstop = attempt(async () => {
    stream.getTracks().forEach((track) => track.stop());
    recorder = undefined;
    $("record").classList.remove("strong");
    const base64 = await base64Of(new Blob(chunks));
    const seconds = Math.round((Date.now() - started) / 1000);
    await verb("media", { to, kind: "voice", mimetype: mine.mimeType, base64, seconds });
  });
  mine.start();
  $("record").classList.add("strong");
}
