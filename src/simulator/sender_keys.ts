import { type proto } from "@whiskeysockets/baileys";
import {
  GroupCipher,
  GroupSessionBuilder,
  SenderKeyDistributionMessage,
  SenderKeyName,
  SenderKeyRecord,
} from "@whiskeysockets/baileys/lib/Signal/Group/index.js";
import { ProtocolAddress } from "libsignal";

/** What a phone knows of the keys with which group members write. */
export class SenderKeys {
  readonly records = new Map<string, SenderKeyRecord>();

  readonly #store = {
    loadSenderKey: (name: SenderKeyName) => Promise.resolve(this.#record(name)),
    storeSenderKey: (name: SenderKeyName, record: SenderKeyRecord) =>
      Promise.resolve(void this.records.set(name.toString(), record)),
  };

  /** The owner's own key for a group, to be handed to every device that shall read. */
  async distribute(group: string, writer: string): Promise<proto.IMessage> {
    const handout = await new GroupSessionBuilder(this.#store).create(nameOf(group, writer));
    const axolotlSenderKeyDistributionMessage = handout.serialize();
    return { senderKeyDistributionMessage: { groupId: group, axolotlSenderKeyDistributionMessage } };
  }

  async learn(group: string, writer: string, handout: Uint8Array): Promise<void> {
    const message = new SenderKeyDistributionMessage(null, null, null, null, handout);
    await new GroupSessionBuilder(this.#store).process(nameOf(group, writer), message);
  }

  encrypt(group: string, writer: string, plain: Uint8Array): Promise<Uint8Array> {
    return new GroupCipher(this.#store, nameOf(group, writer)).encrypt(plain);
  }

  decrypt(group: string, writer: string, bytes: Uint8Array): Promise<Uint8Array> {
    return new GroupCipher(this.#store, nameOf(group, writer)).decrypt(bytes);
  }

  #record(name: SenderKeyName): SenderKeyRecord {
    return this.records.get(name.toString()) ?? new SenderKeyRecord();
  }
}

function nameOf(group: string, writer: string): SenderKeyName {
  const [user = "", device = "0"] = writer.split(":");
  return new SenderKeyName(group, new ProtocolAddress(user, Number(device)));
}
