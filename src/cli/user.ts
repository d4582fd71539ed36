import type { Command } from "commander";
import { Email } from "../contract/fields.ts";
import { askPassword } from "../platform/ask_password.ts";
import { BadUsage } from "../platform/config.ts";
import { act, ask, onFolder } from "./act.ts";

const PASSWORD = "the password is asked for unseen, read from a pipe, or taken from BALCAO_PASSWORD";

export function userCommands(program: Command): void {
  const user = program.command("user").description("who logs in");
  add(user);
  onFolder(
    user.command("list").argument("<COMPANY>").description("a company's users: number, name, e-mail and what they are"),
    'balcao user list "Padaria Aurora"',
  ).action((company, _, command) =>
    act(command, "user list", { input: { company }, lines: (users) => users.map(rowOf) })
  );
  password(user);
  secondFactor(user);
}

function add(user: Command): void {
  onFolder(
    user.command("add").argument("<COMPANY>").argument("<NAME>").argument("<EMAIL>")
      .description(`a new user; ${PASSWORD}`)
      .option("--admin", "an administrator of the company")
      .option("--super", "one of the provider's people, whose company is the provider's own"),
    'balcao user add "Padaria Aurora" "Ana Ribeiro" ana@aurora.example --admin',
  ).action(async (company, name, email, flags: { admin?: boolean; super?: boolean }, command) => {
    if (!Email.safeParse(email).success) throw new BadUsage(`${email} is no e-mail address`);
    await ask(command, "user may-add", { company, email });
    const rights = { isAdmin: flags.admin === true, isSuper: flags.super === true };
    await act(command, "user add", {
      input: { company, name, email, password: passwordOf(), ...rights },
      lines: (added) => [`${added.id}\t${added.name}\t${added.email}`],
    });
  });
}

function password(user: Command): void {
  onFolder(
    user.command("password").argument("<EMAIL>").description(
      `sets a password and ends the person's logins; ${PASSWORD}`,
    ),
    "balcao user password ana@aurora.example",
    "pass show balcao/ana | balcao user password ana@aurora.example",
  ).action(async (email, _, command) => {
    await ask(command, "user login", { email });
    await act(command, "user password", { input: { email, password: passwordOf() }, lines: () => [] });
  });
}

function secondFactor(user: Command): void {
  onFolder(
    user.command("2fa").alias("second-factor").argument("<EMAIL>")
      .description("lets in whoever has lost the phone with the codes, and ends their logins")
      .requiredOption("--reset", "forgets the second factor and all passkeys"),
    "balcao user 2fa ana@aurora.example --reset",
  ).action((email, _, command) => act(command, "user 2fa", { input: { email }, lines: () => [] }));
}

interface Row {
  id: number;
  name: string;
  email: string;
  profile: string;
  isSuper: boolean;
  hasLogin: boolean;
  hasSecondFactor: boolean;
}

function rowOf({ id, name, email, profile, isSuper, hasLogin, hasSecondFactor }: Row): string {
  const more = [...(hasLogin ? [] : ["cannot log in"]), ...(hasSecondFactor ? ["2fa"] : [])];
  return [id, name, email, isSuper ? "super" : profile, ...more].join("\t");
}

function passwordOf(): string {
  return askPassword(Deno.env.get("BALCAO_PASSWORD") || undefined);
}
