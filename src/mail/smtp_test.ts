import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bodyOf, headerOf, type Manners, type SmtpServer, startSmtp } from "../testing/smtp.ts";
import { MailFailure, sendLetter, type Server, trustMailAuthority } from "./smtp.ts";

let smtp: SmtpServer | undefined;
beforeEach(() => trustMailAuthority(undefined));
afterEach(async () => await smtp?.stop());

const LOGIN = { user: "balcao", password: "segredo do correio" };
const LETTER = { to: "ana@aurora.test", subject: "Olá, você! 🥖", text: "Bom dia.\n.\nAté.", html: "<p>Bom dia." };

async function aServer(manners: Manners = {}, other: Partial<Server> = {}): Promise<Server> {
  smtp = await startSmtp(manners);
  const { user, password } = manners.login ?? { user: "", password: "" };
  const from = { name: "Balcão", address: "avisos@balcao.test" };
  return { host: "127.0.0.1", port: smtp.port, security: manners.security ?? "none", user, password, from, ...other };
}

const faultOf = async (server: Server, letter = LETTER) => {
  const failure = await sendLetter(server, letter, { isWaited: true }).catch((error) => error);
  return failure instanceof MailFailure ? { fault: failure.fault, isFinal: failure.isFinal } : failure;
};

describe.each(["tls", "starttls", "none"] as const)("by a server that speaks %s", (security) => {
  test("an e-mail arrives as it was written, from whom and to whom it should", async () => {
    const server = await aServer({ security, login: LOGIN });
    trustMailAuthority(smtp!.authority);
    await sendLetter(server, { ...LETTER, messageId: "<1.2@balcao.test>" }, { isWaited: true });
    expect(smtp!.taken).toHaveLength(1);
    const [mail] = smtp!.taken;
    expect([mail!.from, mail!.to]).toEqual(["avisos@balcao.test", ["ana@aurora.test"]]);
    expect(headerOf(mail!, "subject")).toBe("Olá, você! 🥖");
    expect(headerOf(mail!, "from")).toBe("Balcão <avisos@balcao.test>");
    expect(headerOf(mail!, "message-id")).toBe("<1.2@balcao.test>");
    expect(headerOf(mail!, "auto-submitted")).toBe("auto-generated");
    expect(bodyOf(mail!, "text/html")).toContain("<p>Bom dia.");
    // A line with nothing but a dot would end the e-mail (RFC 5321 §4.5.2).
    expect(bodyOf(mail!, "text/plain").replace(/^\.\./gm, ".").trim()).toBe("Bom dia.\r\n.\r\nAté.");
  });
});

describe("what failed is told by its step", () => {
  test("a certificate that nobody trusts", async () => {
    for (const security of ["tls", "starttls"] as const) {
      expect(await faultOf(await aServer({ security })), security).toEqual({ fault: "certificate", isFinal: false });
      await smtp!.stop();
    }
  });

  test("a certificate of another host", async () => {
    const server = await aServer({ security: "tls", certificateFor: "10.1.2.3" });
    trustMailAuthority(smtp!.authority);
    expect((await faultOf({ ...server })).fault).toBe("certificate");
    expect(smtp!.taken).toEqual([]);
  });

  test("a server that offers no encryption: nothing goes out in the clear", async () => {
    const server = await aServer({ security: "none", login: LOGIN }, { security: "starttls" });
    expect(await faultOf(server)).toEqual({ fault: "encryption", isFinal: false });
  });

  test("TLS where the server speaks plainly", async () => {
    expect(["encryption", "unreachable"]).toContain((await faultOf(await aServer({}, { security: "tls" }))).fault);
  });

  test("a login that is refused", async () => {
    const server = await aServer({ login: LOGIN }, { password: "errada" });
    expect(await faultOf(server)).toEqual({ fault: "login", isFinal: false });
  });

  test("a sender that is refused", async () => {
    expect(await faultOf(await aServer({ refusesFrom: "avisos@balcao.test" }))).toEqual({
      fault: "sender",
      isFinal: false,
    });
  });

  test("a receiver that is refused for good", async () => {
    expect(await faultOf(await aServer({ refusesTo: LETTER.to }))).toEqual({ fault: "receiver", isFinal: true });
  });

  test("a content that is refused for good", async () => {
    expect(await faultOf(await aServer({ refusesContent: true }))).toEqual({ fault: "other", isFinal: true });
  });

  test("nobody at the port, and a name that nobody has", async () => {
    const server = await aServer();
    await smtp!.stop();
    expect(await faultOf(server)).toEqual({ fault: "unreachable", isFinal: false });
    expect((await faultOf({ ...server, host: "correio.invalid" })).fault).toBe("unreachable");
  });

  test("a line that is cut in the middle, or before the last word", async () => {
    for (const cutsAt of ["data", "end"] as const) {
      expect((await faultOf(await aServer({ cutsAt }))).fault, cutsAt).toBe("unreachable");
      await smtp!.stop();
    }
  });

  test.each([{ isSilent: true }, { isSlow: true }])(
    "a server with %j is not waited for longer than 15 s",
    async (slow) => {
      const server = await aServer(slow), began = performance.now();
      expect((await faultOf(server)).fault).toBe("unreachable");
      expect(performance.now() - began).toBeLessThan(20_000);
    },
  );
});

test("no password and no address is in what a failure says", async () => {
  const server = await aServer({ login: LOGIN }, { password: "errada" });
  const failure = await sendLetter(server, LETTER, { isWaited: true }).catch((error: Error) => error);
  expect(String(failure) + (failure as Error).stack).not.toMatch(/errada|segredo|ana@|avisos@/);
});
