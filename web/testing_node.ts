/**
 * Deno brings a localStorage of its own, a file that all tests would share. A test that keeps something in the browser asks
 * for one (`@vitest-environment happy-dom`); here there is none.
 */
for (const name of ["localStorage", "sessionStorage"] as const) {
  if (typeof document === "undefined") Reflect.deleteProperty(globalThis, name);
}
