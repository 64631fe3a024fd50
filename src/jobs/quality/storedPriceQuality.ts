import { setImmediate as nextLoop } from 'node:timers/promises';
import { tickerKey } from '../../core/calendar/ticker';
import { priceFree } from '../../ingest/quality';
import { FLAGS, REFUSALS } from '../../ingest/readings';
import type { PriceQuality, Survey } from '../../services/operator/priceQuality';
import type { StandingFinding } from '../../storage/priceQuality';
import type { PriceStore } from '../../storage/prices';
import { PriceSurvey, type SurveyDeps, type WithPrices } from './survey';

/** More reports than are kept. */
const ALL_REPORTS = 1_000;

/** By symbol: its id, or the key of its ticker where no symbol was stored. */
type Findings = ReadonlyMap<number | string, readonly StandingFinding[]>;

/** The stored prices as operators look after them from the console: the same as `npm run symbols -- show` tells, by the same code. */
export class StoredPriceQuality implements PriceQuality {
  private readonly prices: PriceSurvey;
  private findings: { readonly stamp: string; readonly bySymbol: Promise<Findings> } | null = null;

  constructor(private readonly deps: SurveyDeps & { readonly prices: Pick<PriceStore, 'quality'> }) {
    this.prices = new PriceSurvey(deps);
  }

  async survey(): Promise<Survey> {
    const [looked, findings] = [await this.prices.look(), await this.currentFindings()];
    return {
      symbols: looked.flatMap(({ symbol, facts }) =>
        facts === null ? [] : [{ symbol, facts, findings: findingsOf(symbol, findings) }],
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

  private async currentFindings(): Promise<Findings> {
    const stamp = await this.deps.prices.quality.stamp();
    if (this.findings?.stamp !== stamp) this.findings = { stamp, bySymbol: this.readFindings() };
    try {
      return await this.findings.bySymbol;
    } catch (error) {
      this.findings = null;
      throw error;
    }
  }

  /** Of each kind what the newest run said: an older one that found the same rows counted them too. */
  private async readFindings(): Promise<Findings> {
    const { quality } = this.deps.prices;
    const bySymbol = new Map<number | string, StandingFinding[]>();
    for (const { id, findings, undoneAt } of await quality.reports(null, ALL_REPORTS)) {
      if (findings === 0 || undoneAt !== null) continue;
      // Requests get in between.
      await nextLoop();
      for (const finding of await quality.standing(id)) {
        const of = finding.symbolId ?? tickerKey(finding.symbol ?? '');
        if (of === null) continue;
        const known = bySymbol.get(of);
        if (known === undefined) bySymbol.set(of, [finding]);
        else add(known, finding);
      }
    }
    return bySymbol;
  }
}

function findingsOf({ id, symbol }: WithPrices, bySymbol: Findings): readonly StandingFinding[] {
  return [...(bySymbol.get(id) ?? []), ...(bySymbol.get(tickerKey(symbol) ?? '') ?? [])];
}

/** Several files of one run may hold rows of one symbol. */
function add(known: StandingFinding[], finding: StandingFinding): void {
  const at = known.findIndex(({ side, kind }) => side === finding.side && kind === finding.kind);
  if (at < 0) known.push(finding);
  else if (known[at].reportId === finding.reportId) {
    const { rows, firstDay, lastDay } = known[at];
    known[at] = {
      ...known[at],
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
