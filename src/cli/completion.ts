import { Argument, type Command } from "commander";
import { type Completed, completionFor, SHELLS } from "./completion_scripts.ts";
import { withExamples } from "./act.ts";
import { print } from "./out.ts";
import { leavesOf, wordsOf } from "./overview.ts";

export function completionCommand(program: Command): void {
  withExamples(
    program.command("completion").addArgument(new Argument("<SHELL>").choices(SHELLS))
      .description("prints what makes a shell complete commands, options and companies: bash, zsh or fish"),
    "balcao completion bash > /etc/bash_completion.d/balcao",
    "balcao completion zsh > ~/.zfunc/_balcao",
    "balcao completion fish > ~/.config/fish/completions/balcao.fish",
  ).action((shell) => print(completionFor(shell, completedOf(program))));
}

function completedOf(program: Command): Completed[] {
  const leaves = leavesOf(program).map((leaf) => ({
    path: wordsOf(leaf).join(" "),
    commands: choicesOf(leaf),
    options: [...leaf.options.map(({ long }) => long!), "--help"],
    takesCompany: leaf.registeredArguments[0]?.name() === "COMPANY",
  }));
  const groups = groupsOf(program).map((group) => ({
    ...{ path: wordsOf(group).join(" "), options: ["--help"], takesCompany: false },
    commands: group.createHelp().visibleCommands(group).map((one) => one.name()).filter((name) => name !== "help"),
  }));
  const first = program.createHelp().visibleCommands(program).map((one) => one.name());
  return [{ path: "", commands: first, options: ["--help", "--version"], takesCompany: false }, ...groups, ...leaves];
}

/** The commands that have others below them. */
function groupsOf(command: Command): Command[] {
  return command.commands.flatMap((one) => one.commands.length > 0 ? [one, ...groupsOf(one)] : []);
}

function choicesOf(leaf: Command): string[] {
  return [...leaf.registeredArguments[0]?.argChoices ?? []];
}
