/**
 * The folder that holds `migrations/` and `web/dist/`: the repository, or the unpacked executable.
 * It is worked out in a file directly below `src`, because bundling flattens the folders.
 */
export const ROOT = import.meta.dirname! + "/..";
export const VERSION = "0.1.0";
