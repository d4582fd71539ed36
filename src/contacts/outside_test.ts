import { expect, test } from "vitest";
import { aBalcao } from "../testing/fixtures.ts";
import { contactOf } from "./contacts.ts";
import { contactOutside } from "./outside.ts";
import { rememberContact } from "./remember.ts";

test("programs outside are told that nobody knows a number, and by which ids the channels know the person", async () => {
  const { aurora, close } = await aBalcao();
  const tell = (wanted: Parameters<typeof rememberContact>[1], name: string) =>
    aurora.write((db) => contactOutside(db, contactOf(rememberContact(db, wanted, name, 1).contact)));
  const user = (kind: "instagram" | "wa_user", value: string) => ({
    jid: `${value}@x`,
    user: { kind, value, jid: `${value}@x` },
  });
  expect(tell({ jid: "5511900000001@s.whatsapp.net", phone: "5511900000001" }, "Ana"))
    .toMatchObject({ number: "5511900000001", channelIds: [] });
  expect(tell({ jid: "77@lid", lid: "77" }, "Bia"))
    .toMatchObject({ number: null, channelIds: [{ channel: "whatsapp", id: "77@lid" }] });
  expect(tell(user("instagram", "1784"), "Cid"))
    .toMatchObject({ number: null, channelIds: [{ channel: "instagram", id: "1784" }] });
  expect(tell(user("wa_user", "bob"), "Bob"))
    .toMatchObject({ number: null, channelIds: [{ channel: "whatsapp", id: "bob" }] });
  await close();
});
