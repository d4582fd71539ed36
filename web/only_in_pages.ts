import { NOT_RUN } from "./not_run.ts";

/**
 * The app's first module, as the build makes sure (web/bundling/first_view.ts): in a worker, where its scripts are compiled
 * for the next visit (web/installed/compiling.ts), nothing after it runs.
 */
if (typeof document === "undefined") throw Object.assign(new Error("Compiled, not run"), { name: NOT_RUN });
