import { addCompany, listCompanies } from "./companies/companies.ts";
import { LIMITED, setLimit } from "./companies/limits.ts";
import { Refusal } from "./contract/errors.ts";
import { BadCommand, readConfig } from "./platform/config.ts";
import { log } from "./platform/log.ts";
import { BadFile } from "./platform/migrate.ts";
import { Tenants } from "./platform/tenants.ts";
import { VERSION } from "./root.ts";
import { addUser, setPassword } from "./users/users.ts";

const HELP = `balcao ${VERSION}: a customer-service desk over WhatsApp

  balcao serve [--port 3000] [--host 0.0.0.0] [--data ./tenants] [--public-url https://…] [--demo]
  balcao company add NAME            a new company
  balcao company list
  balcao company limit COMPANY users|connections|queues NUMBER|none     what its plan allows
  balcao user add COMPANY NAME EMAIL [--admin] [--super]     the password is asked for, or read from BALCAO_PASSWORD
  balcao user password EMAIL
  balcao simulator [--port 3100]     a pretend WhatsApp network with pretend phones
  balcao version
  balcao help

Every command takes --data FOLDER, or BALCAO_DATA. serve also reads BALCAO_PORT, BALCAO_HOST, BALCAO_PUBLIC_URL,
BALCAO_WHATSAPP_URL (address of another network) and BALCAO_WHATSAPP_CA (PEM file trusted for its media hosts).`;

type Verb = (args: string[]) => Promise<void> | void;

const VERBS: Record<string, Verb> = {
  serve: serveVerb,
  company: companyVerb,
  user: userVerb,
  simulator: async (args) => await (await import("./simulator/command.ts")).simulatorCommand(args),
  version: () => console.log(VERSION),
  help: () => console.log(HELP),
  "--help": () => console.log(HELP),
  "--version": () => console.log(VERSION),
};

async function serveVerb(args: string[]): Promise<void> {
  const config = readConfig(args, (name) => Deno.env.get(name));
  // What one connection's library forgets to catch must not end all companies.
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    log.error("Something failed that nobody waited for", { error: event.reason });
  });
  // Loaded here only, so that the other verbs start at once.
  const server = config.demo
    ? await (await import("./demo/play.ts")).serveDemo(config)
    : await (await import("./serve.ts")).serve(config);
  const stop = async () => {
    await server.stop();
    Deno.exit(0);
  };
  Deno.addSignalListener("SIGTERM", stop);
  Deno.addSignalListener("SIGINT", stop);
}

function companyVerb(args: string[]): void {
  const { rest: [what, name, ...words], data } = options(args);
  const tenants = new Tenants(data);
  if (what === "list") { for (const { id, name } of listCompanies(tenants)) console.log(`${id}\t${name}`); }
  else if (what === "add" && name?.trim()) {
    console.log(`${addCompany(tenants, { name: name.trim() }, new Date()).id}\t${name.trim()}`);
  } else if (what === "limit" && name) limitVerb(tenants, name, words);
  else throw new BadCommand("balcao company add NAME | balcao company list | balcao company limit COMPANY WHAT NUMBER");
  tenants.close();
}

function limitVerb(tenants: Tenants, company: string, [what, number = ""]: string[]): void {
  const limited = LIMITED.find((each) => each === what);
  if (!limited || !/^(\d{1,6}|none)$/.test(number)) {
    throw new BadCommand("balcao company limit COMPANY users|connections|queues NUMBER|none");
  }
  setLimit(tenants, companyNamed(tenants, company).id, limited, number === "none" ? null : Number(number));
}

function companyNamed(tenants: Tenants, company: string) {
  const row = listCompanies(tenants).find(({ id, name }) => String(id) === company || name === company);
  if (!row) throw new BadCommand(`There is no company ${company}: see balcao company list`);
  return row;
}

async function userVerb(args: string[]): Promise<void> {
  const { rest, flags, data } = options(args);
  const tenants = new Tenants(data);
  const [what, ...words] = rest;
  if (what === "add" && words.length === 3) await addUserVerb(tenants, words as [string, string, string], flags);
  else if (what === "password" && words[0]) {
    if (!await setPassword(tenants, words[0], askPassword())) throw new BadCommand(`Nobody logs in as ${words[0]}`);
  } else throw new BadCommand("balcao user add COMPANY NAME EMAIL [--admin] [--super] | balcao user password EMAIL");
  tenants.close();
}

async function addUserVerb(
  tenants: Tenants,
  [company, name, email]: [string, string, string],
  flags: Set<string>,
): Promise<void> {
  const row = companyNamed(tenants, company);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new BadCommand(`${email} is no e-mail address`);
  const profile = flags.has("--admin") || flags.has("--super") ? "admin" : "user";
  const user = { name, email, profile, password: askPassword(), isSuper: flags.has("--super") } as const;
  const { id } = await addUser(tenants, tenants.company(row.id), user, new Date());
  console.log(`${id}\t${name}\t${email}`);
}

function askPassword(): string {
  const password = Deno.env.get("BALCAO_PASSWORD") ?? prompt("Password (5 to 50 characters):") ?? "";
  if (password.length < 5 || password.length > 50) throw new BadCommand("A password has 5 to 50 characters");
  return password;
}

function options(args: string[]): { rest: string[]; flags: Set<string>; data: string } {
  const at = args.indexOf("--data");
  const data = at >= 0 ? args[at + 1] : Deno.env.get("BALCAO_DATA") ?? "./tenants";
  if (!data) throw new BadCommand("--data takes a folder");
  const others = at >= 0 ? args.toSpliced(at, 2) : args;
  return {
    rest: others.filter((word) => !word.startsWith("--")),
    flags: new Set(others.filter((word) => word.startsWith("--"))),
    data,
  };
}

async function main([verb = "help", ...args]: string[]): Promise<void> {
  const run = VERBS[verb];
  try {
    if (!run) throw new BadCommand(`There is no command ${verb}\n\n${HELP}`);
    await run(args);
  } catch (error) {
    const isForPeople = error instanceof BadCommand || error instanceof BadFile || error instanceof Refusal;
    if (!isForPeople) throw error;
    console.error(error.message);
    Deno.exit(2);
  }
}

if (import.meta.main) await main(Deno.args);
