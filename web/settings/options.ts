// Long, as one table: every setting with its values, as the screen names them.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { PASSWORD_LENGTHS } from "../../src/shared/passwords.ts";
import { KEEP_MONTHS, type SettingKey } from "../../src/contract/settings.ts";

export interface Option {
  key: SettingKey;
  label: MessageDescriptor;
  /** What it changes for customers and attendants. */
  hint: MessageDescriptor;
  /** One of these; a text is typed where they are left out. */
  choices?: readonly { value: string; label: MessageDescriptor }[];
  /** It is typed in digits. */
  isNumber?: true;
  /** What may be typed, where that follows a pattern. */
  wrong?: MessageDescriptor;
  /** A text of several lines. */
  isLong?: true;
}

const OFF_ON = [
  { value: "disabled", label: msg`Desabilitadas` },
  { value: "enabled", label: msg`Habilitadas` },
];

const KEPT_FOR: Record<typeof KEEP_MONTHS[number], MessageDescriptor> = {
  0: msg`Para sempre`,
  3: msg`3 meses`,
  6: msg`6 meses`,
  12: msg`1 ano`,
  24: msg`2 anos`,
  36: msg`3 anos`,
  60: msg`5 anos`,
};

const USUAL = msg`Vazio, vale o texto de costume.`;

/** The options of the company, in the groups in which people look for them (spec 2 §3, Setting). */
export const GROUPS: readonly { title: MessageDescriptor; hint?: MessageDescriptor; options: readonly Option[] }[] = [
  {
    title: msg`Atendimento`,
    options: [
      {
        key: "userRating",
        label: msg`Avaliações`,
        hint: msg`Ao resolver um atendimento, o cliente é convidado a dar de 1 a 3 para quem o atendeu.`,
        choices: OFF_ON,
      },
      {
        key: "reopenMinutes",
        label: msg`Retomar atendimentos (minutos)`,
        hint:
          msg`Quem escreve de novo dentro deste tempo volta ao mesmo atendimento e à mesma fila. Com 0, sempre começa outro.`,
        isNumber: true,
        wrong: msg`Use um número de 0 a 43200.`,
      },
      {
        key: "thanks",
        label: msg`Agradecimentos`,
        hint:
          msg`Separados por vírgulas. Quem só agradece depois do fim não reabre o atendimento: a mensagem fica nele, como lida.`,
        isLong: true,
      },
    ],
  },
  {
    title: msg`Robô e horários`,
    options: [
      {
        key: "scheduleType",
        label: msg`Gerenciamento de expediente`,
        hint:
          msg`Onde os horários de atendimento são definidos. Fora deles, o cliente recebe a mensagem de fora do horário.`,
        choices: [
          { value: "disabled", label: msg`Desabilitado: sempre aberto` },
          { value: "queue", label: msg`Por fila` },
          { value: "company", label: msg`Por empresa` },
        ],
      },
      {
        key: "nightMenu",
        label: msg`Menu fora do horário`,
        hint: msg`Com o menu, quem escreve à noite já fica na fila certa pela manhã.`,
        choices: [
          { value: "enabled", label: msg`Depois do aviso de fora do horário` },
          { value: "disabled", label: msg`Só quando voltar a abrir` },
        ],
      },
      {
        key: "chatBotType",
        label: msg`Tipo de robô`,
        hint: msg`As opções vão numeradas em texto: o WhatsApp não mostra mais botões a todos.`,
        choices: [{ value: "text", label: msg`Texto` }],
      },
    ],
  },
  {
    title: msg`Textos do robô`,
    options: [
      {
        key: "botLanguage",
        label: msg`Idioma do robô`,
        hint: msg`Em que língua o robô fala com os clientes onde nada foi escrito abaixo.`,
        choices: [
          { value: "pt", label: msg`Português` },
          { value: "en", label: msg`Inglês` },
          { value: "es", label: msg`Espanhol` },
        ],
      },
      { key: "botMiss", label: msg`Resposta não entendida`, hint: USUAL, isLong: true },
      { key: "botHandOver", label: msg`Segunda resposta não entendida`, hint: USUAL, isLong: true },
      {
        key: "botOutOfHours",
        label: msg`Fora do horário`,
        hint: msg`Para filas e conexões sem texto próprio. Vazio, vale o texto de costume.`,
        isLong: true,
      },
      { key: "botBack", label: msg`Voltar um nível (0)`, hint: USUAL },
      { key: "botFirstMenu", label: msg`Voltar ao menu de filas (0)`, hint: USUAL },
      {
        key: "botRating",
        label: msg`Pergunta da avaliação`,
        hint: msg`Para conexões sem texto próprio. Vazio, vale o texto de costume.`,
        isLong: true,
      },
      {
        key: "botRatingScale",
        label: msg`Notas da avaliação`,
        hint: msg`As notas são sempre 1, 2 e 3. Vazio, vale o texto de costume.`,
      },
      { key: "botCall", label: msg`Ligação recusada`, hint: USUAL, isLong: true },
      { key: "botTaxNumber", label: msg`Segunda via: pedido do CPF ou CNPJ`, hint: USUAL, isLong: true },
      { key: "botTaxNumberMiss", label: msg`Segunda via: CPF ou CNPJ errado`, hint: USUAL, isLong: true },
      { key: "botNoBill", label: msg`Segunda via: nenhuma fatura em aberto`, hint: USUAL, isLong: true },
      { key: "botBillFault", label: msg`Segunda via: o sistema não responde`, hint: USUAL, isLong: true },
    ],
  },
  {
    title: msg`Grupos e ligações`,
    options: [
      {
        key: "CheckMsgIsGroup",
        label: msg`Mensagens de grupos`,
        hint: msg`Atendidas, cada grupo tem um atendimento na aba Grupos, sem robô, horários nem avaliações.`,
        choices: [
          { value: "enabled", label: msg`Ignorar` },
          { value: "disabled", label: msg`Atender` },
        ],
      },
      {
        key: "call",
        label: msg`Ligações`,
        hint: msg`Recusadas, quem liga recebe um texto que pede para escrever, no máximo um a cada 10 minutos.`,
        choices: [
          { value: "enabled", label: msg`Tocam no celular` },
          { value: "disabled", label: msg`São recusadas` },
        ],
      },
    ],
  },
  {
    title: msg`Privacidade`,
    options: [
      {
        key: "keepMonths",
        label: msg`Guardar as conversas`,
        hint:
          msg`Toda noite, as mensagens e os arquivos mais antigos dos atendimentos resolvidos são apagados. Isso não tem volta.`,
        choices: KEEP_MONTHS.map((value) => ({ value, label: KEPT_FOR[value] })),
      },
    ],
  },
  {
    title: msg`Segurança`,
    options: [
      {
        key: "passwordLength",
        label: msg`Tamanho das senhas`,
        hint: msg`Vale para as próximas senhas. As mais comuns e o próprio nome são sempre recusados.`,
        choices: PASSWORD_LENGTHS.map((value) => ({ value, label: msg`No mínimo ${value} caracteres` })),
      },
      {
        key: "passwordKinds",
        label: msg`Caracteres das senhas`,
        hint: msg`Uma senha comprida protege mais do que uma cheia de sinais.`,
        choices: [
          { value: "any", label: msg`Quaisquer` },
          { value: "two", label: msg`Letras e números` },
          { value: "all", label: msg`Maiúsculas, minúsculas, números e sinais` },
        ],
      },
      {
        key: "secondFactor",
        label: msg`Verificação em duas etapas`,
        hint: msg`Obrigatória, quem ainda não tem a configura antes de continuar: além da senha, um código do celular.`,
        choices: [
          { value: "optional", label: msg`Cada pessoa decide` },
          { value: "required", label: msg`Obrigatória para todos` },
        ],
      },
      {
        key: "severalLogins",
        label: msg`Acessos ao mesmo tempo`,
        hint: msg`Com um só, quem entra em outro computador sai do primeiro.`,
        choices: [
          { value: "disabled", label: msg`Um por pessoa` },
          { value: "enabled", label: msg`Vários por pessoa` },
        ],
      },
    ],
  },
  {
    title: msg`Cobrança`,
    hint:
      msg`Com um destes sistemas preenchido, uma opção do robô que termina em “Enviar a segunda via” pede o CPF ou CNPJ e envia as faturas em aberto.`,
    options: [
      {
        key: "ipixc",
        label: msg`IP do IXC`,
        hint: msg`Endereço do provedor IXC da empresa, como https://ixc.empresa.com.br.`,
      },
      { key: "tokenixc", label: msg`Token do IXC`, hint: msg`Fica guardado e não é mais mostrado.` },
      {
        key: "ipmkauth",
        label: msg`IP do MK-AUTH`,
        hint: msg`Endereço do MK-AUTH da empresa, como https://mk.empresa.com.br.`,
      },
      { key: "clientidmkauth", label: msg`Client Id do MK-AUTH`, hint: msg`Fica guardado e não é mais mostrado.` },
      {
        key: "clientsecretmkauth",
        label: msg`Client Secret do MK-AUTH`,
        hint: msg`Fica guardado e não é mais mostrado.`,
      },
      { key: "asaas", label: msg`Token do Asaas`, hint: msg`Fica guardado e não é mais mostrado.` },
    ],
  },
];

/** What the provider sets: the company sees the first, and only the provider's own people the second. */
export const PROVIDERS: Record<"campaignsEnabled" | "userCreation", Option> = {
  campaignsEnabled: {
    key: "campaignsEnabled",
    label: msg`Campanhas`,
    hint: msg`São liberadas por quem fornece o sistema.`,
    choices: [
      { value: "false", label: msg`Desabilitadas` },
      { value: "true", label: msg`Habilitadas` },
    ],
  },
  userCreation: {
    key: "userCreation",
    label: msg`Cadastro de empresas`,
    hint: msg`Habilitado, quem visita a página de cadastro pode abrir a própria empresa.`,
    choices: [
      { value: "enabled", label: msg`Habilitado` },
      { value: "disabled", label: msg`Desabilitado` },
    ],
  },
};
