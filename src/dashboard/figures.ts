import { millisecondsInMinute } from "date-fns/constants";
import type { Attendant, Counters, Dashboard, Outcome, QueueFigures } from "../contract/dashboard.ts";
import type { QueueRef } from "../contract/queues.ts";
import type { UserRef } from "../contract/users.ts";
import type { Read } from "../platform/company.ts";
import { listQueues } from "../queues/queues.ts";
import { listUsers } from "../users/users.ts";
import type { Period } from "./period.ts";
import {
  countLeads,
  createdByHour,
  finishedByDay,
  liveCounts,
  type Place,
  type PlaceSums,
  type Sums,
  sumsByPlace,
} from "./sums.ts";

interface Asked {
  place: Place;
  timeZone: string;
  isOnline: (userId: number) => boolean;
}

/** All numbers of a period. Long ones are added up month by month, so that nobody waits for them. */
export async function figuresOf(db: Read, period: Period, { place, timeZone, isOnline }: Asked): Promise<Dashboard> {
  const places = await sumsByPlace(db, period.days, place), placesBefore = await sumsByPlace(db, period.before, place);
  const days = await finishedByDay(db, period.days, place), before = await finishedByDay(db, period.before, place);
  const live = liveCounts(db, place);
  const counters: Counters = {
    supportPending: countOf(live, "pending"),
    supportHappening: countOf(live, "open"),
    ...outcomeOf(added(places), await countLeads(db, period.days, place)),
  };
  return {
    from: period.from,
    to: period.to,
    counters,
    before: outcomeOf(added(placesBefore), await countLeads(db, period.before, place)),
    attendants: attendantsOf(listUsers(db).filter(({ id }) => place.userId === null || place.userId === id), places)
      .map((attendant) => ({ ...attendant, online: isOnline(attendant.id) })),
    queues: queuesOf(listQueues(db).filter(({ id }) => place.queueId === null || place.queueId === id), places, live),
    days: period.days.map(({ date }, nth) => ({
      date,
      finished: days.get(date) ?? 0,
      before: before.get(period.before[nth]!.date) ?? 0,
    })),
    today: { date: period.today.date, hours: createdByHour(db, period.today, timeZone, place) },
  };
}

type Live = ReturnType<typeof liveCounts>;

function countOf(live: Live, status: string): number {
  return live.reduce((sum, each) => sum + (each.status === status ? each.n : 0), 0);
}

const NOTHING: Sums = { finished: 0, support: 0, supported: 0, wait: 0, waited: 0 };

function added<S extends Sums>(sums: readonly S[]): Sums {
  return sums.reduce<Sums>((all, one) => ({
    finished: all.finished + one.finished,
    support: all.support + one.support,
    supported: all.supported + one.supported,
    wait: all.wait + one.wait,
    waited: all.waited + one.waited,
  }), NOTHING);
}

function outcomeOf(sums: Sums, leads: number): Outcome {
  return {
    supportFinished: sums.finished,
    leads,
    avgSupportTime: minutes(sums.support, sums.supported),
    avgWaitTime: minutes(sums.wait, sums.waited),
  };
}

function minutes(ms: number, count: number): number | null {
  return count ? Math.round(ms / count / millisecondsInMinute) : null;
}

function attendantsOf(users: UserRef[], places: PlaceSums[]): Omit<Attendant, "online">[] {
  return users.map(({ id, name }) => {
    const own = places.filter(({ userId }) => userId === id);
    const { finished, support, supported } = added(own);
    const ratings = own.reduce((sum, { rated }) => sum + rated, 0);
    const rating = ratings ? own.reduce((sum, { rating }) => sum + rating, 0) / ratings : null;
    return {
      id,
      name,
      rating: rating && Math.round(rating * 10) / 10,
      ratings,
      finished,
      avgSupportTime: minutes(support, supported),
    };
  }).sort((one, other) => other.finished - one.finished || one.name.localeCompare(other.name));
}

function queuesOf(queues: QueueRef[], places: PlaceSums[], live: Live): QueueFigures[] {
  const figures = [...queues, null].map((queue): QueueFigures => {
    const id = queue?.id ?? null;
    const sums = added(places.filter(({ queueId }) => queueId === id));
    const own = live.filter(({ queueId }) => queueId === id);
    return {
      queue,
      pending: countOf(own, "pending"),
      happening: countOf(own, "open"),
      finished: sums.finished,
      avgSupportTime: minutes(sums.support, sums.supported),
      avgWaitTime: minutes(sums.wait, sums.waited),
    };
  });
  // What waited in no queue is only worth a line when there is such.
  return figures.filter(({ queue, pending, happening, finished }) => queue || pending + happening + finished > 0);
}
