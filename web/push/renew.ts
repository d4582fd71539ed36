import { push } from "../../src/contract/push.ts";
import { call } from "../call.ts";
import { ownSessionId } from "../token.ts";
import { keepChoices, keptChoices } from "./kept.ts";
import { abilityNow, endpointHere, subscribeHere } from "./subscription.ts";

/**
 * After a new login this device is told as it was before, and where the browser has another address by now, or none; one that
 * was removed from elsewhere stays so.
 */
export async function renewDevice(): Promise<void> {
  const kept = keptChoices();
  if (!kept || abilityNow() !== "able" || Notification.permission !== "granted") return;
  const { isOn, key, devices } = await call(push.get);
  if (!isOn) return;
  const address = await endpointHere(), isSame = address === (kept.endpoint ?? address) && address !== undefined;
  if (devices.some(({ isThis }) => isThis) && isSame) return;
  if (kept.sessionId === ownSessionId() && isSame) return keepChoices(null);
  const subscription = await subscribeHere(key);
  await call(push.save, { subscription, choices: kept.choices });
  keepChoices(kept.choices, subscription.endpoint);
}
