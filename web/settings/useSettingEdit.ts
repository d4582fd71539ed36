import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Changed } from "../../src/contract/revisions.ts";
import { ruleOf, type Setting } from "../../src/contract/settings.ts";
import { CallError } from "../request.ts";
import { showError } from "../ui/showError.ts";
import { useUnsaved, type Way } from "../ui/unsaved.ts";
import type { Option } from "./options.ts";
import { saveSetting, show } from "./settings.ts";

/** Between the last letter and saving (ms; spec 2 §5). */
const PAUSE = 500;

/**
 * What is typed or chosen for a setting, saved after a pause, and shown as it was chosen meanwhile. A choice that could not be
 * saved goes back to what it was; what was typed stays, and is saved when the field is left or with Enter.
 */
export function useSettingEdit(option: Option, setting: Setting) {
  const [typed, setTyped] = useState<string>();
  const { pattern, isSecret } = ruleOf(option.key);
  const isWrong = typed !== undefined && pattern !== undefined && !pattern.test(typed.trim());
  const saving = useSettingSaving(option, setting, setTyped);
  const { isSaving, isUnsaved, theirs, save } = saving;
  const write = (text: string) => {
    if (typed === undefined) saving.begin();
    setTyped(text);
    saving.forgetRefusal();
  };
  const isPending = typed !== undefined && !isWrong && !isSecret && !option.choices && !isUnsaved;
  useEffect(() => {
    if (!isPending) return;
    const clock = setTimeout(() => save(typed), PAUSE);
    return () => clearTimeout(clock);
  }, [typed]);
  // Who turns to another screen within the pause has meant it all the same.
  const saveLast = useEffectEvent(() => isPending && !isSaving && save(typed));
  useEffect(() => () => void saveLast(), []);
  useUnsaved(typed !== undefined, undefined, {
    survives: (way: Way) => typeof way === "object" && (isPending || isSaving || way.to.href === way.from.href),
  });

  // Half a secret is none: it is saved whole, when it is left or with Enter. Left empty, the one before stays.
  const finish = () => {
    if (!(isSecret || isUnsaved) || isWrong || isSaving || typed === undefined || theirs) return;
    if (typed.trim() || !isSecret) save(typed);
    else setTyped(undefined);
  };

  const take = () => {
    saving.take();
    setTyped(undefined);
  };
  return { typed, isWrong, isSaving, isUnsaved, theirs, write, save, finish, take };
}

/** Saves a setting's values one after the other, each over what the one before it has made. */
function useSettingSaving(
  option: Option,
  setting: Setting,
  setTyped: (next: (now: string | undefined) => string | undefined) => void,
) {
  const [isSaving, setSaving] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);
  const [theirs, setTheirs] = useState<Changed<Setting>>();
  /** The revision that stood there when the first letter was typed. */
  const seen = useRef<number>(undefined);
  const turn = useRef<Promise<unknown>>(undefined);
  const save = (value: string, over?: number) => {
    const work = async () => {
      setSaving(true);
      const answer = await saveSetting(option.key, value.trim(), over ?? seen.current ?? setting.revision);
      setSaving(false);
      const saved = "saved" in answer ? answer.saved : undefined;
      if (saved) seen.current = saved.revision;
      setUnsaved(!saved);
      setTheirs("theirs" in answer ? answer.theirs : undefined);
      // What was typed meanwhile stays, and is saved in its turn. A choice goes back to what counts.
      if (saved || option.choices) setTyped((now) => now === value ? undefined : now);
      if ("theirs" in answer && option.choices) {
        show(answer.theirs.record);
        showError(new CallError("ERR_CHANGED_MEANWHILE", 409));
      }
    };
    turn.current = turn.current ? turn.current.then(work) : work();
  };
  return {
    isSaving,
    isUnsaved,
    theirs,
    save,
    begin: () => void (seen.current = setting.revision),
    forgetRefusal: () => setUnsaved(false),
    /** What somebody else has saved counts. */
    take: () => {
      if (theirs) show(theirs.record);
      seen.current = undefined;
      setTheirs(undefined);
      setUnsaved(false);
    },
  };
}
