import { BadUsage } from "../platform/config.ts";

export async function simulatorVerb(args: string[]): Promise<void> {
  const { simulatorCommand, WrittenWrongly } = await import("../simulator/command.ts");
  await simulatorCommand(args).catch((error) => {
    throw error instanceof WrittenWrongly ? new BadUsage(error.message) : error;
  });
}
