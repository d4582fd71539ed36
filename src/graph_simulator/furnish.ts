import type { Line, MetaApp } from "./model.ts";
import type { Meta } from "./meta.ts";

/** People of the demonstration; the last one hides her number. */
const PEOPLE = [
  { name: "Joana Prado", phone: "5511987650001", username: "joana.prado" },
  { name: "Rui Costa", phone: "5521999990002", username: "ruicosta" },
  { name: "Bia Nunes", phone: "5531988880003", username: "bia.nunes", hidesNumber: true },
];

/** The pretend app; nothing of it is secret, and it is the same after each start. */
const APP = {
  id: "100200300400500",
  secret: "pretend-app-secret",
  instagramId: "100200300400501",
  instagramSecret: "pretend-instagram-secret",
  verifyToken: "pretend-verify-token",
};

export interface Furnished {
  app: MetaApp;
  /** With the token that somebody would copy from Meta's pages. */
  lines: { line: Line; token: string }[];
}

/** An app, a line of each channel, a template and three people, all with the ids and tokens that they had after the last start. */
export function furnish(meta: Meta): Furnished {
  const app = meta.addApp(APP);
  const account = meta.addWhatsAppAccount({ id: "200300400500600", businessId: "900" });
  meta.addTemplate(account, {
    name: "pedido_pronto",
    text: "Olá {{1}}, seu pedido está pronto. Até que horas você passa aqui?",
    language: "pt_BR",
    category: "UTILITY",
  });
  const page = meta.addPage({ id: "300400500600700" });
  const lines = [
    meta.addNumber({ number: "551134567801", id: "200300400500601", account }),
    page,
    meta.addInstagram({ username: "padaria.aurora", id: "17841400500600700", page }),
    meta.addInstagram({ username: "oficina.norte", name: "Oficina Norte", id: "17841400500600701" }),
  ];
  for (const person of PEOPLE) meta.person(person);
  return {
    app,
    lines: lines.map((line) => ({ line, token: meta.tokenFor(app, line, `pretend-token-of-${line.id}`).value })),
  };
}
