import { jidEncode } from "@whiskeysockets/baileys";
import { createHash } from "node:crypto";

export interface PhoneOptions {
  name: string;
  /** Digits with country code, like 5511987654321. */
  number: string;
  /** Writes under its LID; its number comes along beside it. */
  lidOnly?: boolean;
  /** Writes under its LID and never tells its number. */
  hidesNumber?: boolean;
}

/** Who a phone is on the network: its owner's name and its addresses. */
export class Account {
  name: string;
  readonly number: string;
  readonly lidOnly: boolean;
  readonly hidesNumber: boolean;
  readonly lidUser: string;
  /** The network wants to see a passkey before it links anything to this account. */
  needsPasskey = false;

  constructor(options: PhoneOptions) {
    this.name = options.name;
    this.number = options.number;
    this.hidesNumber = options.hidesNumber ?? false;
    this.lidOnly = this.hidesNumber || (options.lidOnly ?? false);
    this.lidUser = lidUserOf(this.number);
  }

  get jid(): string {
    return jidEncode(this.number, "s.whatsapp.net");
  }

  get lid(): string {
    return jidEncode(this.lidUser, "lid");
  }

  /** The address it writes under. */
  get from(): string {
    return this.lidOnly ? this.lid : this.jid;
  }
}

/** Fifteen digits that follow from the number. */
function lidUserOf(number: string): string {
  const hash = createHash("sha256").update(number).digest().readBigUInt64BE();
  return String(10n ** 14n + hash % (9n * 10n ** 14n));
}
