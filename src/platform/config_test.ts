import { expect, test } from "vitest";
import { BadCommand, readConfig } from "./config.ts";

function read(args: string, env: Record<string, string> = {}) {
  return readConfig(args.split(" ").filter(Boolean), (name) => env[name]);
}

test("flags count before the environment, and both before what is usual", () => {
  expect(read("")).toMatchObject({ port: 3000, host: "0.0.0.0", data: "./tenants", demo: false });
  expect(read("", { BALCAO_PORT: "8080", BALCAO_DATA: "/srv" })).toMatchObject({ port: 8080, data: "/srv" });
  expect(read("--port 99 --demo", { BALCAO_PORT: "8080" })).toMatchObject({ port: 99, demo: true });
  expect(read("", { BALCAO_PORT: "", BALCAO_HOST: "", BALCAO_DATA: "" })).toMatchObject(read(""));
});

test.each([
  ["--port abc", {}, "--port"],
  ["--port 70000", {}, "--port"],
  ["--port=-1", {}, "--port"],
  ["--port 1.5", {}, "--port"],
  ["--port=", {}, "--port"],
  ["", { BALCAO_PORT: "x" }, "--port"],
  ["--colour red", {}, "--colour"],
  ["--port", {}, "--port"],
  ["leftover", {}, "leftover"],
  ["--public-url balcao.example", {}, "--public-url"],
  ["", { BALCAO_WHATSAPP_URL: "http://x" }, "BALCAO_WHATSAPP_URL"],
])("%s %j is refused in words that name it", (args, env, named) => {
  expect(() => read(args, env)).toThrow(BadCommand);
  expect(() => read(args, env)).toThrow(named);
});
