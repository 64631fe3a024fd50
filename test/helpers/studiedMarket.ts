import { DayCounts } from '../../src/core/calendar/dayCounts';
import { marketSessions } from '../../src/core/calendar/marketSessions';
import type { MarketStudy } from '../../src/core/cameTrue/study';
import { buildColumns } from '../../src/core/detection/columns';
import type { Bars } from '../../src/core/window/bars';
import { monthSums, peerMeans, type StudiedMarket, studyMarket } from '../../src/engine/tasks/cameTrue';

const TASKS = { monthSums, peerMeans };

type Closes = Pick<Bars, 'day' | 'close'>;

/** A market of these members, whose sessions follow from their bars. */
export function marketOf(members: readonly Closes[], gapLimit = 10): StudiedMarket {
  const columns = buildColumns(members);
  const last = Math.max(...members.map(({ day }) => day[day.length - 1]));
  const counts = new DayCounts(new Map([['0', last]]));
  for (const { day } of members) counts.add(['0'], day);
  const counted = counts.byMarket.get('0')!;
  return {
    symbols: members.map((_, index) => ({ columns, index })),
    sessions: marketSessions(counted.counts, counted.first),
    gapLimit,
  };
}

/** The study of a market, computed by the tasks of the threads. */
export function studyOf(market: StudiedMarket): Promise<MarketStudy | null> {
  return studyMarket(market, async (name, input) => TASKS[name](input as never));
}
