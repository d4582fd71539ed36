import { unwrap } from "jotai/utils";
import { hasBillSystem, settings } from "../../src/contract/settings.ts";
import { call } from "../call.ts";
import { keptWhileReading, noteChange } from "../tickets/choices.ts";
import { onEvent } from "../live.ts";

/** Whether the company has set up a system in which its customers' bills are looked up; undefined until that is read. */
export const billSystemAtom = unwrap(keptWhileReading(async () => hasBillSystem(await call(settings.list))));

onEvent("settings", noteChange);
