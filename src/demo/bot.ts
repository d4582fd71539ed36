import { eq } from "drizzle-orm";
import { setQueues } from "../connections/connections.ts";
import { connectionTable } from "../connections/table.ts";
import type { TreeNode } from "../contract/queue_options.ts";
import type { Write } from "../platform/company.ts";
import { saveTree } from "../queues/options.ts";
import { changeQueue, queueById } from "../queues/queues.ts";
import { type OpeningRange, type Weekday, WEEKDAY_NAMES, WEEKDAYS } from "../shared/week.ts";

/** The bakery's queues, by their places among the ids that the seed has given them. */
const ORDERS = 0, DELIVERIES = 1, WHOLESALE = 2;
const BRUNO = 2;

const MENU_HEAD = "{{greeting}}, {{firstName}}! Aqui é da Padaria Aurora. Com quem você quer falar?";

const CLOSED = "Estamos fechados agora. Abrimos às 6h e respondemos logo cedo.";

const TEXTS = [
  { greetingMessage: "Que bom receber a sua encomenda! Como podemos ajudar?", outOfHoursMessage: CLOSED },
  { greetingMessage: "Entregamos até 8 km da loja, de terça a domingo.", outOfHoursMessage: CLOSED },
  {
    greetingMessage: "Obrigado pelo contato, {{firstName}}. Já chamamos a Carla, que cuida do atacado.",
    outOfHoursMessage: "O atacado atende de segunda a sexta. Deixe o pedido aqui, que respondemos.",
  },
];

interface Said extends Partial<Pick<TreeNode, "action" | "toUserId">> {
  title: string;
  message: string;
  /** The place of the queue to which it leads. */
  to?: number;
  below?: readonly Said[];
}

const ORDER_OPTIONS: readonly Said[] = [
  {
    title: "Fazer uma encomenda",
    message: "O que você quer encomendar?",
    below: [
      {
        title: "Bolos",
        message: "Bolos pedem 2 dias de antecedência. Conte o tamanho, o sabor e a data, que já chamamos alguém.",
      },
      { title: "Salgados para festa", message: "A partir de 50 unidades. Quais sabores?" },
      { title: "Pães e cestas", message: "Cestas de café da manhã saem às 7h. Para quando seria?" },
    ],
  },
  { title: "Acompanhar uma entrega", message: "Um instante.", action: "queue", to: DELIVERIES },
  {
    title: "Horário e endereço",
    message: "De terça a domingo, das 6h às 20h. Rua das Flores, 210, Centro.",
    action: "close",
  },
  { title: "Falar com alguém", message: "Já vamos atender você." },
];

const DELIVERY_OPTIONS: readonly Said[] = [
  {
    title: "Onde está o meu pedido",
    message: "Vou ver com o entregador e já respondo.",
    action: "user",
    toUserId: BRUNO,
  },
  {
    title: "Taxa e área de entrega",
    message: "A taxa é de R$ 9,00 e a entrega leva em torno de 40 minutos.",
    action: "close",
  },
];

/** What the bakery's bot says: a menu of its queues, options on two levels, and hours for whoever switches them on. */
export function seedBot(db: Write, connectionId: number, queueIds: number[]): void {
  db.update(connectionTable).set({ greetingMessage: MENU_HEAD }).where(eq(connectionTable.id, connectionId)).run();
  setQueues(db, connectionId, queueIds);
  for (const [nth, id] of queueIds.entries()) {
    const { name, color } = queueById(db, id);
    const schedules = nth === WHOLESALE
      ? WEEKDAYS.slice(0, 5).flatMap((day) => [open(day, "08:00", "12:00"), open(day, "13:30", "18:00")])
      : WEEKDAYS.slice(1).map((day) => open(day, "06:00", "20:00"));
    changeQueue(db, id, { name, color, ...TEXTS[nth], schedules });
  }
  saveTree(db, queueIds[ORDERS]!, nodesOf(ORDER_OPTIONS, queueIds));
  saveTree(db, queueIds[DELIVERIES]!, nodesOf(DELIVERY_OPTIONS, queueIds));
}

function open(weekdayEn: Weekday, startTime: string, endTime: string): OpeningRange {
  return { weekday: WEEKDAY_NAMES[weekdayEn], weekdayEn, startTime, endTime };
}

/** As a tree is saved: parents before their children, named by their places. */
function nodesOf(options: readonly Said[], queueIds: number[]): TreeNode[] {
  const nodes: TreeNode[] = [];
  const add = (parent: number | null, { to, below = [], ...rest }: Said): void => {
    const place = nodes.push({ ...rest, id: null, parent, toQueueId: to === undefined ? null : queueIds[to]! }) - 1;
    for (const option of below) add(place, option);
  };
  for (const option of options) add(null, option);
  return nodes;
}
