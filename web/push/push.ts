import { t } from "@lingui/core/macro";
import { atom, getDefaultStore } from "jotai";
import { push, type PushChoices, type PushDevice, USUAL_PUSH_CHOICES } from "../../src/contract/push.ts";
import { call } from "../call.ts";
import { unsubscribeHere } from "../notified.ts";
import { showError } from "../ui/showError.ts";
import { toast } from "../ui/toast.ts";
import { keepChoices, keptChoices } from "./kept.ts";
import { isAllowed, subscribeHere } from "./subscription.ts";

interface Push {
  isOn: boolean;
  key: string;
  hosts: string[];
  devices: PushDevice[];
}

/** How the person is told, once it has come; or why it did not. */
export const pushAtom = atom<{ push?: Push; error?: unknown }>({});

const store = getDefaultStore();

/** Reads it anew; what was read before stays on the screen meanwhile. */
export async function readPush(): Promise<void> {
  try {
    store.set(pushAtom, { push: await call(push.get) });
  } catch (error) {
    store.set(pushAtom, (now) => ({ ...now, error }));
  }
}

export function forgetPush(): void {
  store.set(pushAtom, {});
}

/** This device is told from now on; says nothing where the person does not allow it. */
export async function turnOn({ key }: Push): Promise<void> {
  try {
    if (!await isAllowed()) return;
    const choices = keptChoices()?.choices ?? USUAL_PUSH_CHOICES;
    const subscription = await subscribeHere(key).catch(() => {
      toast.error(t`O navegador não conseguiu ligar os avisos. Tente de novo, ou em outro navegador.`);
    });
    if (!subscription) return;
    const device = await call(push.save, { subscription, choices });
    keepChoices(device.choices, subscription.endpoint);
  } catch (error) {
    showError(error);
  }
  await readPush();
}

/** Nothing more is told on one of the person's devices. */
export async function turnOff({ id, isThis }: PushDevice): Promise<void> {
  try {
    await call(push.remove, { key: id });
    if (isThis) {
      keepChoices(null);
      await unsubscribeHere().catch(() => {/* The server has forgotten it: nothing more is sent. */});
    }
  } catch (error) {
    showError(error);
  }
  await readPush();
}

/** The screen says at once what was chosen, and goes back to what was before when the server does not take it. */
export async function choose(device: PushDevice, choices: PushChoices): Promise<void> {
  place({ ...device, choices });
  try {
    place(await call(push.change, { key: device.id, choices }));
    if (device.isThis) keepChoices(choices);
  } catch (error) {
    showError(error);
    await readPush();
  }
}

function place(device: PushDevice): void {
  store.set(pushAtom, ({ push: now, ...rest }) => ({
    ...rest,
    push: now && { ...now, devices: now.devices.map((each) => each.id === device.id ? device : each) },
  }));
}

export async function tryOut({ id }: PushDevice): Promise<void> {
  try {
    const { result } = await call(push.test, { key: id });
    if (result === "sent") toast.success(t`Aviso de teste enviado.`);
    else if (result === "failed") toast.error(t`O serviço de avisos não respondeu. Tente de novo em instantes.`);
    else toast.error(t`Este aparelho já não recebe avisos. Ligue de novo.`);
    if (result === "gone") await readPush();
  } catch (error) {
    showError(error);
    // The provider may have switched it off for all meanwhile.
    await readPush();
  }
}
