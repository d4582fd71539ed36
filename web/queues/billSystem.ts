import { hasBillSystem, settings } from "../../src/contract/settings.ts";
import { call } from "../call.ts";
import { keptWhileReading, noteChange } from "../tickets/choices.ts";
import { onEvent } from "../live.ts";

/** Whether the company has set up a system in which its customers' bills are looked up; for administrators. */
export const billSystemAtom = keptWhileReading(async () => hasBillSystem(await call(settings.list)));

onEvent("settings", noteChange);
