/**
 * The app's first module: in a worker, where its scripts are compiled for the next visit (web/installed/compiling.ts),
 * nothing after it runs.
 */
if (typeof document === "undefined") throw new Error("Here it is compiled, and not run");
