import { type proto, toNumber } from "@whiskeysockets/baileys";
import type { Connection } from "./model.ts";
import { offerPairing } from "./pairing.ts";
import { seconds, stanza } from "./stanza.ts";

/** Lets a linked device in, shows the others out, and begins the pairing of a client that has no number yet. */
export function login(connection: Connection, noiseKey: Uint8Array, payload: proto.ClientPayload): void {
  const { network } = connection;
  if (payload.devicePairingData) {
    const unlinked = offerPairing(connection, noiseKey, payload);
    connection.unlinked = unlinked;
    network.waitForPairing(unlinked);
    return;
  }
  const phone = network.phone(String(toNumber(payload.username)));
  const device = phone?.devices.find(({ device }) => device === payload.device);
  const refusal = device && network.faults.refusal("login", device.number);
  if (refusal !== undefined) return connection.end(stanza("failure", { reason: String(refusal), location: "rva" }));
  if (!device || !Buffer.from(device.keys.noiseKey).equals(noiseKey)) {
    connection.end(stanza("failure", { reason: "401", location: "rva" }));
    return;
  }
  device.connection?.end(stanza("stream:error", {}, [stanza("conflict", { type: "replaced" })]));
  device.connection = connection;
  connection.device = device;
  const t = seconds();
  connection.send(stanza("success", { t, lid: device.lid, location: "rva", companion_enc_static: undefined }));
  const routing = stanza("routing_info", {}, Buffer.from([8, 8, 8, 13]));
  connection.send(stanza("ib", {}, [stanza("edge_routing", {}, [routing])]));
}
