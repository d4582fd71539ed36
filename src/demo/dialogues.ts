/** What pretend customers and attendants said: `c` the customer, `a` the attendant. */
export interface Dialogue {
  queue: "Encomendas" | "Entregas" | "Atacado" | null;
  lines: ["c" | "a", string][];
}

export const DIALOGUES: Dialogue[] = [
  {
    queue: "Encomendas",
    lines: [
      ["c", "Oi, bom dia! Vocês fazem bolo de aniversário por encomenda?"],
      ["a", "Bom dia! Fazemos sim. Para quantas pessoas seria?"],
      ["c", "Umas 20 pessoas, para sábado que vem"],
      [
        "a",
        "Perfeito! Para 20 pessoas recomendo o de *3 kg*, com doce de leite e nozes. Sai por R$ 189,00, com sinal de 50% no Pix.",
      ],
      ["c", "Amei! Conseguem entregar no salão às 15h?"],
    ],
  },
  {
    queue: "Entregas",
    lines: [
      ["c", "Boa tarde, meu pedido ainda não chegou"],
      ["a", "Boa tarde! Vou verificar agora mesmo. Qual o número do pedido?"],
      ["c", "É o 4821"],
      ["a", "O motoboy está a duas quadras daí, chega em 5 minutos 🙂"],
      ["c", "Chegou tudo certinho, muito obrigado!"],
    ],
  },
  {
    queue: "Atacado",
    lines: [
      ["c", "Bom dia, somos um restaurante aqui do centro"],
      ["c", "Preciso aumentar o pedido de pão francês para 300 unidades por dia"],
      ["a", "Bom dia! Que ótimo. A partir de qual data?"],
      ["c", "Pode ser já na segunda?"],
      ["a", "Pode sim. Acima de 250 unidades o preço cai para R$ 0,62 cada. Confirmo?"],
      ["c", "Confirmado. Pode faturar no mesmo CNPJ"],
    ],
  },
  {
    queue: "Encomendas",
    lines: [
      ["c", "Vocês fazem torta salgada?"],
      ["a", "Fazemos! Frango com catupiry, palmito ou calabresa. Qual prefere?"],
      ["c", "Palmito, para 10 pessoas"],
      ["a", "Fica R$ 95,00. Retira na loja ou entregamos?"],
      ["c", "Retiro amanhã às 18h"],
    ],
  },
  {
    queue: null,
    lines: [["c", "Olá"], ["c", "Tem alguém aí?"]],
  },
  {
    queue: "Entregas",
    lines: [
      ["c", "Vocês entregam no bairro Jardim América?"],
      ["a", "Entregamos sim, a taxa é de R$ 7,00 e leva uns 40 minutos."],
      ["c", "Então quero 10 pães franceses, 200 g de presunto e 1 litro de leite"],
      ["a", "Anotado! Total de R$ 48,90 com a taxa. Pagamento no Pix ou na maquininha?"],
      ["c", "Pix. Qual a chave?"],
      ["a", "A chave Pix é o nosso CNPJ: 12.345.678/0001-90"],
    ],
  },
  {
    queue: "Encomendas",
    lines: [
      ["c", "Queria cancelar a encomenda dos docinhos 😔"],
      ["a", "Que pena! Aconteceu alguma coisa?"],
      ["c", "A festa foi adiada. Posso remarcar para o dia 29?"],
      ["a", "Claro, remarcado para o dia 29 sem custo nenhum 💙"],
    ],
  },
  {
    queue: "Atacado",
    lines: [
      ["c", "Podem me mandar a tabela de preços para escolas?"],
      ["a", "Claro! Para qual cidade seria a entrega?"],
      ["c", "Osasco, merenda para 400 alunos"],
    ],
  },
  {
    queue: "Encomendas",
    lines: [
      ["c", "Tem opção sem glúten?"],
      ["a", "Temos o bolo de cenoura e o de fubá sem glúten, feitos em forno separado."],
      ["c", "Que bom, minha filha é celíaca. Quero um de cenoura"],
      ["a", "Reservado! Pode retirar a partir das 16h."],
      ["c", "Obrigada, vocês são demais"],
    ],
  },
  {
    queue: "Entregas",
    lines: [["c", "Faltou o requeijão na minha entrega de hoje"], ["c", "Podem mandar?"]],
  },
  {
    queue: "Encomendas",
    lines: [
      ["c", "Boa noite! Até que horas posso encomendar panetone?"],
      ["a", "Boa noite! Aceitamos encomendas até o dia 18, pelo WhatsApp mesmo."],
      ["c", "Quero 6 de chocolate e 4 tradicionais"],
      ["a", "Anotado: 6 de chocolate e 4 tradicionais. Total R$ 412,00."],
      ["c", "Fechado 👍"],
    ],
  },
  {
    queue: "Atacado",
    lines: [["c", "Bom dia! O boleto de novembro ainda não chegou no e-mail do financeiro"]],
  },
];

export const CUSTOMERS = [
  "Mariana Souza",
  "Paulo Henrique Dias",
  "Restaurante Sabor da Terra",
  "Joana Prado",
  "Luciana Ferraz",
  "Antônio Bastos",
  "Escola Girassol",
  "Rafael Monteiro",
  "Beatriz Lima",
  "Cláudia Nogueira",
  "Diego Ramos",
  "Eduarda Vieira",
  "Fernando Tavares",
  "Gabriela Pires",
  "Hotel Bela Vista",
  "Isabela Moura",
  "João Pedro Alves",
  "Kátia Freitas",
  "Leonardo Castro",
  "Márcia Duarte",
  "Nelson Rocha",
  "Olívia Campos",
  "Patrícia Gomes",
  "Quitanda do Zé",
  "Renata Barros",
  "Sérgio Melo",
  "Tatiana Reis",
  "Ubirajara Santos",
  "Vanessa Cardoso",
  "Wagner Lopes",
  "Yasmin Teixeira",
  "Zélia Araújo",
  "Cantina da Nona",
  "Bruna Peixoto",
  "Caio Fernandes",
  "Daniela Rezende",
];

/** What the three customers who are awake write now and then. */
export const CHATTER = [
  "Oi, tudo bem?",
  "Qual o horário de vocês hoje?",
  "Ainda tem pão de queijo?",
  "Obrigado!",
  "Pode ser para amanhã cedo?",
  "Vocês aceitam cartão?",
  "Qual o valor do bolo de chocolate?",
  "Já saiu para entrega?",
  "Perfeito, fico no aguardo 😊",
  "Consegue me mandar uma foto?",
  "Quero mais 5 unidades",
  "Pode colocar uma vela de 7 anos?",
];

/** How people begin who have seen the bakery on Instagram; one each. */
export const INSTAGRAM_OPENERS = [
  "Oi! Vi o bolo de cenoura nos stories. Vocês entregam na Vila Mariana?",
  "Boa tarde! Fazem encomenda de salgados para sábado?",
];
