import { Refusal } from "../contract/errors.ts";

/** The company lives on another server: people are told where, programs are led there with what they have asked. */
export class Moved extends Refusal {
  constructor(readonly address: string, readonly isFollowed: boolean) {
    super("ERR_COMPANY_MOVED", { detail: { address } });
  }
}
