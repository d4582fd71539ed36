const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

/** How keys are called on this machine. */
export const COMMAND_KEY = IS_MAC ? "⌘ K" : "Ctrl K";
export const UNDO_KEY = IS_MAC ? "⌘ Z" : "Ctrl Z";
export const ALT_KEY = IS_MAC ? "⌥" : "Alt";
