import { refuse } from "../contract/errors.ts";
import { NoAnswer } from "../platform/ask_outside.ts";
import { outerAddresses } from "../platform/inner_network.ts";

/** An address inside is refused at once (ERR_WEBHOOK_ADDRESS); one whose name is not known today may be known tomorrow. */
export async function checkAddress(url: string): Promise<void> {
  try {
    await outerAddresses(url);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (/inner/.test(error.message)) refuse("ERR_WEBHOOK_ADDRESS", { fields: { url: "invalid" } });
  }
}
