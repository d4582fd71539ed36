// Long, as one mail server: the commands of SMTP that the product says, and what a test may have go wrong in each.
import { Buffer } from "node:buffer";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, TLSSocket } from "node:tls";
import { type Certificate, makeAuthority, makeHostCertificate } from "../simulator/certificates.ts";

/** An e-mail as the server took it. */
export interface Taken {
  from: string;
  to: string[];
  /** Headers and body as they came over the line. */
  raw: string;
}

/** How a server behaves; what is left out is as it should be. */
export interface Manners {
  /** Encrypted from the first byte, after STARTTLS, or never. */
  security?: "tls" | "starttls" | "none";
  /** Who is let in; without it nobody needs to log in. */
  login?: { user: string; password: string };
  /** Answers `550` to this sender, or to this receiver. */
  refusesFrom?: string;
  refusesTo?: string;
  /** Answers `554` to whatever is written. */
  refusesContent?: boolean;
  /** Says nothing at all, or nothing after an e-mail but a word now and then that ends nothing. */
  isSilent?: boolean;
  isSlow?: boolean;
  /** Hangs up in the middle of an e-mail, or after it without a word. */
  cutsAt?: "data" | "end";
  /** Hangs up with `421` at once. */
  isBusy?: boolean;
  /** Names a host that it is not called by. */
  certificateFor?: string;
}

export interface SmtpServer {
  port: number;
  /** PEM of who has signed its certificate. */
  authority: string;
  taken: Taken[];
  /** How many have connected. */
  readonly connections: number;
  /** Changes how it behaves from the next connection on. */
  manners: Manners;
  stop(): Promise<void>;
}

/** A mail server for tests (RFC 5321, as far as nodemailer speaks it) on a free port of this machine. */
export async function startSmtp(manners: Manners = {}): Promise<SmtpServer> {
  const authority = makeAuthority(), sockets = new Set<Socket>(), taken: Taken[] = [];
  const certificate = makeHostCertificate(authority, [manners.certificateFor ?? "127.0.0.1", "localhost"]);
  let connections = 0;
  const smtp = { manners };
  const serve = (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    if (!smtp.manners.isSilent) new Talk(socket, smtp.manners, certificate, taken).begin();
  };
  const server: Server = manners.security === "tls"
    ? createTlsServer({ cert: certificate.certificate, key: certificate.key }, serve)
    : createServer(serve);
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    authority: authority.certificate,
    taken,
    get connections() {
      return connections;
    },
    get manners() {
      return smtp.manners;
    },
    set manners(next) {
      smtp.manners = next;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** What is said on one line. */
class Talk {
  #heard = "";
  #isData = false;
  #isSecure: boolean;
  #isIn = false;
  #step: "user" | "password" | undefined;
  #user = "";
  #mail: Taken = { from: "", to: [], raw: "" };

  constructor(
    private socket: Socket,
    private readonly manners: Manners,
    private readonly certificate: Certificate,
    private readonly taken: Taken[],
  ) {
    this.#isSecure = manners.security === "tls";
  }

  begin(): void {
    this.#listen();
    if (this.manners.isBusy) return void this.socket.end("421 4.3.2 Not now\r\n");
    this.#say("220 mail.test ESMTP");
  }

  #listen(): void {
    this.socket.on("data", (bytes: Uint8Array) => this.#hear(Buffer.from(bytes).toString("utf8")));
  }

  #say(...lines: string[]): void {
    this.socket.write(lines.map((line) => `${line}\r\n`).join(""));
  }

  #hear(text: string): void {
    this.#heard += text;
    for (let end = this.#end(); end >= 0; end = this.#end()) {
      const line = this.#heard.slice(0, end);
      this.#heard = this.#heard.slice(end + (this.#isData ? 5 : 2));
      if (this.#isData) this.#take(line);
      else this.#command(line);
    }
  }

  #end(): number {
    return this.#heard.indexOf(this.#isData ? "\r\n.\r\n" : "\r\n");
  }

  #take(raw: string): void {
    this.#isData = false;
    if (this.manners.cutsAt === "data") return void this.socket.destroy();
    if (this.manners.refusesContent) return this.#say("554 5.7.1 Refused as spam");
    this.taken.push({ ...this.#mail, raw });
    if (this.manners.cutsAt === "end") return void this.socket.destroy();
    if (!this.manners.isSlow) return this.#say("250 2.0.0 Taken");
    const clock = setInterval(() => this.#say("250-2.0.0 Still thinking"), 1000);
    this.socket.on("close", () => clearInterval(clock));
  }

  #command(line: string): void {
    if (this.#step) return this.#loginStep(line);
    const [verb = "", ...rest] = line.split(" "), said = rest.join(" ");
    switch (verb.toUpperCase()) {
      case "EHLO":
        return this.#greet();
      case "STARTTLS":
        return this.#secure();
      case "AUTH":
        return this.#logIn(said);
      case "MAIL":
        return this.#sender(said);
      case "RCPT":
        return this.#receiver(said);
      case "DATA":
        this.#isData = true;
        return this.#say("354 Go on");
      case "QUIT":
        this.#say("221 Bye");
        return void this.socket.end();
      default:
        return this.#say(verb.toUpperCase() === "RSET" ? "250 Ok" : "502 5.5.1 What?");
    }
  }

  #greet(): void {
    const { security, login } = this.manners;
    const offers = [security === "starttls" && !this.#isSecure && "STARTTLS", login && "AUTH PLAIN LOGIN", "8BITMIME"];
    const all = ["mail.test", ...offers.filter((offer) => typeof offer === "string")];
    this.#say(...all.map((offer, nth) => `250${nth < all.length - 1 ? "-" : " "}${offer}`));
  }

  #secure(): void {
    if (this.manners.security !== "starttls") return this.#say("502 5.5.1 Not here");
    this.#say("220 Go on");
    this.socket.removeAllListeners("data");
    const { certificate: cert, key } = this.certificate;
    this.socket = new TLSSocket(this.socket, { isServer: true, cert, key });
    this.socket.on("error", () => {});
    this.#isSecure = true;
    this.#listen();
  }

  #logIn(said: string): void {
    const [method, first] = said.split(" ");
    if (method === "PLAIN" && first) {
      const [, user, password] = decoded(first).split("\0");
      return this.#letIn(user, password);
    }
    this.#step = "user";
    this.#say("334 VXNlcm5hbWU6");
  }

  #loginStep(line: string): void {
    if (this.#step === "user") {
      this.#user = decoded(line);
      this.#step = "password";
      return this.#say("334 UGFzc3dvcmQ6");
    }
    this.#step = undefined;
    this.#letIn(this.#user, decoded(line));
  }

  #letIn(user: string | undefined, password: string | undefined): void {
    const { login } = this.manners;
    this.#isIn = login?.user === user && login?.password === password;
    this.#say(this.#isIn ? "235 2.7.0 Welcome" : "535 5.7.8 Wrong user or password");
  }

  #sender(said: string): void {
    const from = addressIn(said);
    if (this.manners.login && !this.#isIn) return this.#say("530 5.7.0 Log in first");
    if (from === this.manners.refusesFrom) return this.#say("550 5.7.1 Not yours to send from");
    this.#mail = { from, to: [], raw: "" };
    this.#say("250 2.1.0 Ok");
  }

  #receiver(said: string): void {
    const to = addressIn(said);
    if (to === this.manners.refusesTo) return this.#say("550 5.1.1 Nobody of that name");
    this.#mail.to.push(to);
    this.#say("250 2.1.5 Ok");
  }
}

function decoded(base64: string): string {
  return Buffer.from(base64, "base64").toString();
}

function addressIn(said: string): string {
  return /<([^>]*)>/.exec(said)?.[1] ?? "";
}

/** The header of an e-mail, unfolded and decoded as mail programs do (RFC 5322 §2.2.3, RFC 2047). */
export function headerOf({ raw }: Taken, name: string): string | undefined {
  const head = raw.split("\r\n\r\n")[0]!.replace(/\r\n[ \t]+/g, " ");
  const line = head.split("\r\n").find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line?.slice(name.length + 1).trim().replace(/\?=\s+=\?/g, "?==?")
    .replace(
      /=\?utf-8\?([BQ])\?([^?]*)\?=/gi,
      (_, kind: string, text: string) => /b/i.test(kind) ? decoded(text) : unquoted(text.replaceAll("_", " ")),
    );
}

/** The text of an e-mail's body of a kind, decoded. */
export function bodyOf({ raw }: Taken, kind: "text/plain" | "text/html"): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1];
  const part = raw.split(`--${boundary}`).find((each) => new RegExp(`content-type: ${kind}`, "i").test(each)) ?? "";
  const [head = "", ...body] = part.split("\r\n\r\n"), text = body.join("\r\n\r\n");
  if (/encoding: base64/i.test(head)) return decoded(text);
  return /encoding: quoted-printable/i.test(head) ? unquoted(text.replace(/=\r\n/g, "")) : text;
}

function unquoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
