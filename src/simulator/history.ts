import { jidEncode, proto } from "@whiskeysockets/baileys";
import { getUnixTime } from "date-fns/getUnixTime";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import { newMessageId } from "./compose.ts";
import type { LinkedDevice, Phone } from "./model.ts";
import { sendTo } from "./send.ts";
import { seconds } from "./stanza.ts";

const zip = promisify(deflate);

/** What a phone sends to a device it has just linked: the key of the shared settings, then its past messages. */
export async function sendFirstThings(phone: Phone, device: LinkedDevice): Promise<void> {
  const { APP_STATE_SYNC_KEY_SHARE, HISTORY_SYNC_NOTIFICATION } = proto.Message.ProtocolMessage.Type;
  await sendToOwn(phone, device, {
    type: APP_STATE_SYNC_KEY_SHARE,
    appStateSyncKeyShare: { keys: [phone.settings.key] },
  });
  const syncType = proto.HistorySync.HistorySyncType.INITIAL_BOOTSTRAP;
  const history = proto.HistorySync.encode({ syncType, progress: 100, conversations: conversationsOf(phone) }).finish();
  const type = proto.Message.HistorySyncType.INITIAL_BOOTSTRAP;
  const initialHistBootstrapInlinePayload = await zip(history);
  await sendToOwn(phone, device, {
    type: HISTORY_SYNC_NOTIFICATION,
    historySyncNotification: { syncType: type, progress: 100, chunkOrder: 1, initialHistBootstrapInlinePayload },
  });
}

async function sendToOwn(phone: Phone, device: LinkedDevice, protocolMessage: proto.Message.IProtocolMessage) {
  const attrs = { from: phone.jid, id: newMessageId(), t: seconds(), type: "text", category: "peer" };
  await sendTo(device, { by: phone.number, message: { protocolMessage }, attrs });
}

function conversationsOf(phone: Phone): proto.IConversation[] {
  const byChat = Map.groupBy(phone.past, ({ chat }) => chat);
  return [...byChat].map(([chat, past]) => {
    const other = phone.network.phone(chat);
    const id = other?.from ?? jidEncode(chat, "s.whatsapp.net");
    const messages = past.map(({ mine, text, at, id: messageId = newMessageId() }) => ({
      message: {
        key: { remoteJid: id, fromMe: mine, id: messageId },
        message: { conversation: text },
        messageTimestamp: getUnixTime(at),
        pushName: mine ? undefined : other?.name,
      },
    }));
    const addresses = other && { pnJid: other.jid, lidJid: other.lid };
    return { id, name: other?.name, messages: messages.reverse(), ...addresses };
  });
}
