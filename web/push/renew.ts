import { push } from "../../src/contract/push.ts";
import { call } from "../call.ts";
import { ownSessionId } from "../token.ts";
import { keepChoices, keptChoices } from "./kept.ts";
import { abilityNow, subscribeHere } from "./subscription.ts";

/** After a new login this device is told as it was before; one that was removed from elsewhere stays so. */
export async function renewDevice(): Promise<void> {
  const kept = keptChoices();
  if (!kept || abilityNow() !== "able" || Notification.permission !== "granted") return;
  const { isOn, key, devices } = await call(push.get);
  if (!isOn || devices.some(({ isThis }) => isThis)) return;
  if (kept.sessionId === ownSessionId()) return keepChoices(null);
  await call(push.save, { subscription: await subscribeHere(key), choices: kept.choices });
  keepChoices(kept.choices);
}
