import {
  aesDecryptGCM,
  aesEncryptGCM,
  Curve,
  hkdf,
  type KeyPair,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
  sha256,
} from "@whiskeysockets/baileys";

const NOTHING = Buffer.alloc(0);

/** The server's half of Noise_XX_25519_AESGCM_SHA256, in the variant web.whatsapp.com speaks. */
export class NoiseServer {
  #hash = Buffer.from(NOISE_MODE);
  #salt = this.#hash;
  #key: Buffer = this.#hash;
  #counter = 0;
  #ephemeral: KeyPair = Curve.generateKeyPair();
  #reading?: Cipher;
  #writing?: Cipher;

  constructor(readonly identity: ServerIdentity) {
    this.#mixHash(NOISE_WA_HEADER);
  }

  get isOpen(): boolean {
    return this.#reading !== undefined;
  }

  /** Answers the client's first frame. */
  answerHello(frame: Uint8Array): Uint8Array {
    const theirs = proto.HandshakeMessage.decode(frame).clientHello?.ephemeral;
    if (!theirs) throw new Error("The first frame is not a client hello");
    this.#mixHash(theirs);
    this.#mixHash(this.#ephemeral.public);
    this.#mixKey(Curve.sharedKey(this.#ephemeral.private, theirs));
    const sealed = this.#seal(this.identity.keys.public);
    this.#mixKey(Curve.sharedKey(this.identity.keys.private, theirs));
    const payload = this.#seal(this.identity.certificate);
    const serverHello = { ephemeral: this.#ephemeral.public, static: sealed, payload };
    return proto.HandshakeMessage.encode({ serverHello }).finish();
  }

  /** Takes the client's second frame; from here on frames go through `encrypt` and `decrypt`. */
  finish(frame: Uint8Array): { noiseKey: Buffer; payload: proto.ClientPayload } {
    const finish = proto.HandshakeMessage.decode(frame).clientFinish;
    if (!finish?.static || !finish.payload) throw new Error("The second frame is not a client finish");
    const noiseKey = this.#open(finish.static);
    this.#mixKey(Curve.sharedKey(this.#ephemeral.private, noiseKey));
    const payload = proto.ClientPayload.decode(this.#open(finish.payload));
    const [reading, writing] = this.#expand(NOTHING);
    this.#reading = new Cipher(reading);
    this.#writing = new Cipher(writing);
    return { noiseKey, payload };
  }

  decrypt(frame: Uint8Array): Buffer {
    if (!this.#reading) throw new Error("The handshake is not finished");
    return aesDecryptGCM(frame, this.#reading.key, this.#reading.nextIv(), NOTHING);
  }

  encrypt(plain: Uint8Array): Buffer {
    if (!this.#writing) throw new Error("The handshake is not finished");
    return aesEncryptGCM(plain, this.#writing.key, this.#writing.nextIv(), NOTHING);
  }

  #mixHash(bytes: Uint8Array): void {
    this.#hash = sha256(Buffer.concat([this.#hash, bytes])) as Buffer<ArrayBuffer>;
  }

  #mixKey(bytes: Uint8Array): void {
    const [salt, key] = this.#expand(bytes);
    this.#salt = salt as Buffer<ArrayBuffer>;
    this.#key = key;
    this.#counter = 0;
  }

  #expand(bytes: Uint8Array): [Buffer, Buffer] {
    const both = Buffer.from(hkdf(bytes, 64, { salt: this.#salt, info: "" }));
    return [both.subarray(0, 32), both.subarray(32)];
  }

  #seal(plain: Uint8Array): Buffer {
    const sealed = aesEncryptGCM(plain, this.#key, iv(this.#counter++), this.#hash);
    this.#mixHash(sealed);
    return sealed;
  }

  #open(sealed: Uint8Array): Buffer {
    const plain = aesDecryptGCM(sealed, this.#key, iv(this.#counter++), this.#hash);
    this.#mixHash(sealed);
    return plain;
  }
}

class Cipher {
  #counter = 0;
  constructor(readonly key: Uint8Array) {}
  nextIv(): Uint8Array {
    return iv(this.#counter++);
  }
}

function iv(counter: number): Uint8Array {
  const bytes = new Uint8Array(12);
  new DataView(bytes.buffer).setUint32(8, counter);
  return bytes;
}

export interface ServerIdentity {
  keys: KeyPair;
  /** A `CertChain` for the keys. */
  certificate: Uint8Array;
}

/**
 * A fresh server key with a chain of our own root. Baileys 7.0.0-rc14 does not look at the answer of its signature check,
 * so it needs no help to accept it; only issuer serial 0 is demanded.
 */
export function makeServerIdentity(): ServerIdentity {
  const root = Curve.generateKeyPair();
  const middle = Curve.generateKeyPair();
  const keys = Curve.generateKeyPair();
  const intermediate = certify({ serial: 1, issuerSerial: 0, key: middle.public }, root);
  const leaf = certify({ serial: 2, issuerSerial: 1, key: keys.public }, middle);
  return { keys, certificate: proto.CertChain.encode({ intermediate, leaf }).finish() };
}

function certify(what: proto.CertChain.NoiseCertificate.IDetails, by: KeyPair): proto.CertChain.INoiseCertificate {
  const details = proto.CertChain.NoiseCertificate.Details.encode(what).finish();
  return { details, signature: Curve.sign(by.private, details) };
}
