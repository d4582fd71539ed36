import { addMilliseconds } from "date-fns/addMilliseconds";
import { milliseconds } from "date-fns/milliseconds";
import type { State } from "../channel.ts";
import { elsewhere } from "./trust.ts";

/** Codes shown before a connection that nobody scans gives up; the first lives 60 s, the others 20 s. */
const QR_CODES = 3;
const FIRST_CODE_LIVES = milliseconds({ seconds: 60 }), CODE_LIVES = milliseconds({ seconds: 20 });

/** How a connection looks that shows its nth code, counted from 1; nothing when so many are not shown. */
export function showing(code: string, nth: number): Partial<State> | undefined {
  if (nth > QR_CODES) return undefined;
  const life = elsewhere()?.codesLive ?? (nth === 1 ? FIRST_CODE_LIVES : CODE_LIVES);
  const until = addMilliseconds(Date.now(), life);
  return { status: "qrcode", situation: "waiting_for_scan", qrcode: code, qr: { nth, of: QR_CODES, until } };
}
