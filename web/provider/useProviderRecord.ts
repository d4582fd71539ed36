import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { ProviderSettingKey } from "../../src/contract/provider_settings.ts";
import { onEvent, onResync } from "../live.ts";
import { useTurn } from "./turns.ts";
import { isSamePlace, useUnsaved } from "../ui/unsaved.ts";

interface Loading<R> {
  record?: R;
  error?: unknown;
  /** A form's `key`: it begins anew when there is another record and nothing was typed. */
  round: number;
}

/**
 * What the provider sets as one record, read anew when another super user has changed one of its settings. While something
 * is typed the form goes on with what it began with: saving finds out that there is another.
 */
export function useProviderRecord<R>(load: () => Promise<R>, keys: readonly ProviderSettingKey[]) {
  const [{ record, error, round }, setNow] = useState<Loading<R>>({ round: 0 });
  const isHeld = useRef(false);
  const refocus = useRef<() => void>(undefined);
  const show = (next: R) => {
    refocus.current = keepFocus();
    setNow((now) => ({ record: next, round: now.round + 1 }));
  };
  useLayoutEffect(() => refocus.current?.(), [round]);
  const read = useEffectEvent(() => {
    load().then(
      (next) => isHeld.current || show(next),
      (failure) => setNow((now) => ({ ...now, error: failure })),
    );
  });
  useEffect(() => {
    read();
    const ends = [
      onEvent("providerSetting", ({ record: { key } }) => keys.some((each) => each === key) && read()),
      onResync(read),
    ];
    return () => ends.forEach((end) => end());
  }, []);
  const retry = () => {
    setNow((now) => ({ ...now, error: undefined }));
    load().then(show, (failure) => setNow((now) => ({ ...now, error: failure })));
  };
  const isTurn = useTurn(record !== undefined || error !== undefined);
  return {
    record: isTurn ? record : undefined,
    error: isTurn && record === undefined ? error : undefined,
    round,
    retry,
    show,
    /** Says whether something was typed. */
    hold: (isChanged: boolean) => void (isHeld.current = isChanged),
  };
}

/** Where the focus is in a form that is about to begin anew: brings it to the same field of the new one, or to its button. */
function keepFocus(): () => void {
  const focused = document.activeElement, around = focused?.closest("form")?.parentElement;
  const name = focused?.getAttribute("name");
  return () => {
    if (!around || document.activeElement !== document.body) return;
    const field = name && around.querySelector<HTMLElement>(`form [name="${CSS.escape(name)}"]`);
    (field || around.querySelector<HTMLElement>("form [type=submit]"))?.focus();
  };
}

/** Says whether something is typed, and asks before it is lost. */
export function useHeldForm(form: { isChanged: boolean; busy: boolean }, hold: (isChanged: boolean) => void): void {
  useEffect(() => {
    hold(form.isChanged);
    return () => hold(false);
  }, [form.isChanged]);
  useUnsaved(form.isChanged, undefined, { isBusy: form.busy, survives: isSamePlace });
}
