/**
 * The service worker: one file, built by itself (vite.config.ts), which keeps what the app is made of and hears of what
 * happens while no page is open. It shares no code with the pages but plain types and rules. Each import below adds its own
 * listeners; two of them never answer the same request.
 */
import "./push.ts";
import "./share.ts";
import "./shell.ts";
