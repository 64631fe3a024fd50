import { setImmediate as nextLoop } from 'node:timers/promises';
import { tickerKey } from '../../core/calendar/ticker';
import { priceFree } from '../../ingest/quality';
import { FLAGS, REFUSALS } from '../../ingest/readings';
import type { PriceQuality, Survey, WithPrices } from '../../services/operator/priceQuality';
import type { StandingFinding } from '../../storage/priceQuality';
import type { PriceStore } from '../../storage/prices';
import { PriceSurvey, type SurveyDeps } from './survey';

/** A limit above the number of reports that are stored. */
const ALL_REPORTS = 1_000;

/** Findings by symbol id, or by ticker key if the symbol is not stored. */
type Findings = ReadonlyMap<number | string, readonly StandingFinding[]>;

/** Quality of the stored prices for the operator's console, by the functions that `npm run symbols -- show` uses. */
export class StoredPriceQuality implements PriceQuality {
  private readonly prices: PriceSurvey;
  private findings: { readonly stamp: string; readonly bySymbol: Promise<Findings> } | null = null;

  constructor(private readonly deps: SurveyDeps & { readonly prices: Pick<PriceStore, 'quality'> }) {
    this.prices = new PriceSurvey(deps);
  }

  async survey(): Promise<Survey> {
    const [surveyed, findings] = [await this.prices.facts(), await this.currentFindings()];
    return {
      symbols: surveyed.flatMap(({ symbol, facts }) =>
        facts === null ? [] : [{ symbol, facts, findings: findingsOf(symbol, findings) }],
      ),
      pending: surveyed.flatMap(({ symbol, facts }) => (facts === null ? [symbol] : [])),
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

  /** The newest run's finding of each kind: counts of older runs include the same rows. */
  private async readFindings(): Promise<Findings> {
    const { quality } = this.deps.prices;
    const bySymbol = new Map<number | string, StandingFinding[]>();
    for (const { id, findings: count, undoneAt } of await quality.reports(null, ALL_REPORTS)) {
      if (count === 0 || undoneAt !== null) continue;
      // Requests are served in between.
      await nextLoop();
      for (const finding of await quality.standing(id)) {
        const key = finding.symbolId ?? tickerKey(finding.symbol ?? '');
        if (key === null) continue;
        const findings = bySymbol.get(key);
        if (findings === undefined) bySymbol.set(key, [finding]);
        else add(findings, finding);
      }
    }
    return bySymbol;
  }
}

function findingsOf({ id, symbol }: WithPrices, bySymbol: Findings): readonly StandingFinding[] {
  return [...(bySymbol.get(id) ?? []), ...(bySymbol.get(tickerKey(symbol) ?? '') ?? [])];
}

/** Adds a finding, or sums it with one of the same run: several files may have rows of one symbol. */
function add(findings: StandingFinding[], finding: StandingFinding): void {
  const at = findings.findIndex(({ side, kind }) => side === finding.side && kind === finding.kind);
  if (at < 0) findings.push(finding);
  else if (findings[at].reportId === finding.reportId) {
    const { rows, firstDay, lastDay } = findings[at];
    findings[at] = {
      ...findings[at],
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
