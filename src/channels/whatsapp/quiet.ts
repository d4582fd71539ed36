/**
 * Baileys and libsignal print whole sessions, private keys among them, on ordinary occasions (whatsapp.md §2).
 * Nothing of ours goes through these, so they are closed before either is loaded.
 */
for (const name of ["info", "warn", "error", "debug", "trace"] as const) console[name] = () => {};
