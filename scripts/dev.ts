/** `make dev`: the demo with the server started anew when its files change, and Vite in front of it. */
const children = [
  new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--watch=src", "src/main.ts", "serve", "--demo", "--data", "tenants/dev"],
  }).spawn(),
  new Deno.Command(Deno.execPath(), { args: ["run", "-A", "npm:vite"] }).spawn(),
];
Deno.addSignalListener("SIGINT", () => children.forEach((child) => child.kill("SIGTERM")));
await Promise.race(children.map((child) => child.status));
children.forEach((child) => child.kill("SIGTERM"));
