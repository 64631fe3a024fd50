import { setImmediate as nextLoop } from 'node:timers/promises';
import { tickerKey } from '../../core/calendar/ticker';
import { priceFree } from '../../ingest/priceFree';
import { FLAGS, REFUSALS } from '../../ingest/readings';
import type { QualityDesk, Survey, ToldOf } from '../../services/qualityDesk';
import type { PriceStore } from '../../storage/prices';
import type { StandingFinding } from '../../storage/quality';
import { PriceSurvey, type SurveyDeps, type WithPrices } from './survey';

/** More reports than are kept. */
const ALL_REPORTS = 1_000;

/** By symbol: its id, or the key of its ticker where no symbol was stored. */
type Told = ReadonlyMap<number | string, readonly ToldOf[]>;

/** The stored prices as operators look after them from the console: the same as `npm run symbols -- show` tells, by the same code. */
export class PriceQualityDesk implements QualityDesk {
  private readonly prices: PriceSurvey;
  private told: { readonly stamp: string; readonly bySymbol: Promise<Told> } | null = null;

  constructor(private readonly deps: SurveyDeps & { readonly prices: Pick<PriceStore, 'quality'> }) {
    this.prices = new PriceSurvey(deps);
  }

  async survey(): Promise<Survey> {
    const [looked, told] = [await this.prices.look(), await this.toldNow()];
    return {
      symbols: looked.flatMap(({ symbol, facts }) =>
        facts === null ? [] : [{ symbol, facts, told: toldOf(symbol, told) }],
      ),
      pending: looked.flatMap(({ symbol, facts }) => (facts === null ? [symbol] : [])),
    };
  }

  reasonOf(side: 'refused' | 'flagged', kind: string): string {
    const texts: Readonly<Record<string, string>> = side === 'refused' ? REFUSALS : FLAGS;
    return texts[kind] ?? kind;
  }

  priceFree(detail: string): string {
    return priceFree(detail);
  }

  stop(): Promise<void> {
    return this.prices.stop();
  }

  private async toldNow(): Promise<Told> {
    const stamp = await this.deps.prices.quality.stamp();
    if (this.told?.stamp !== stamp) this.told = { stamp, bySymbol: this.readTold() };
    try {
      return await this.told.bySymbol;
    } catch (error) {
      this.told = null;
      throw error;
    }
  }

  /** Of each kind what the newest run said: an older one that found the same rows counted them too. */
  private async readTold(): Promise<Told> {
    const { quality } = this.deps.prices;
    const bySymbol = new Map<number | string, ToldOf[]>();
    for (const { id, findings, undoneAt } of await quality.reports(null, ALL_REPORTS)) {
      if (findings === 0 || undoneAt !== null) continue;
      // Requests get in between.
      await nextLoop();
      for (const finding of await quality.standing(id)) {
        const of = finding.symbolId ?? tickerKey(finding.symbol ?? '');
        if (of === null) continue;
        const told = bySymbol.get(of);
        if (told === undefined) bySymbol.set(of, [toTold(finding)]);
        else add(told, finding);
      }
    }
    return bySymbol;
  }
}

function toldOf({ id, symbol }: WithPrices, told: Told): readonly ToldOf[] {
  return [...(told.get(id) ?? []), ...(told.get(tickerKey(symbol) ?? '') ?? [])];
}

function toTold({ side, kind, rows, firstDay, lastDay, reportId }: StandingFinding): ToldOf {
  return { side, kind, rows, firstDay, lastDay, runId: reportId };
}

/** Several files of one run may hold rows of one symbol. */
function add(told: ToldOf[], finding: StandingFinding): void {
  const at = told.findIndex(({ side, kind }) => side === finding.side && kind === finding.kind);
  if (at < 0) told.push(toTold(finding));
  else if (told[at].runId === finding.reportId) {
    const { rows, firstDay, lastDay } = told[at];
    told[at] = {
      ...told[at],
      rows: rows + finding.rows,
      firstDay: earliest(firstDay, finding.firstDay),
      lastDay: latest(lastDay, finding.lastDay),
    };
  }
}

function earliest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

function latest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
