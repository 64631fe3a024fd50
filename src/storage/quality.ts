import type { Day } from '../core/calendar/dates';
import type { PriceRun } from './priceHistory';

/** Whether rows were left out, or stored although something is odd about them. */
export type FindingSide = 'refused' | 'flagged';

/** Where rows of a finding stand: neighbours in a file. */
export interface FindingPlace {
  readonly rows: number;
  /** Null where the dates could not be read. */
  readonly firstDay: Day | null;
  readonly lastDay: Day | null;
  /** 0 where the rows do not follow each other. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** What exactly, prices included; empty when the reason says it all. */
  readonly detail: string;
}

/** What was found of one symbol for one reason. */
export interface QualityFinding {
  readonly side: FindingSide;
  /** A key of REFUSALS or FLAGS (ingest/readings.ts). */
  readonly kind: string;
  /** Null where the file did not come so far. */
  readonly symbol: string | null;
  /** Null for what a feed fetched. */
  readonly file: string | null;
  readonly rows: number;
  readonly places: number;
  readonly firstDay: Day | null;
  readonly lastDay: Day | null;
  /** The first places. */
  readonly sample: readonly FindingPlace[];
}

/** Rows by kind. */
export type RowsByKind = Readonly<Record<string, number>>;

/** What became of rows: `rowsIn` is the sum of those taken, held back and refused. */
export interface QualityCounts {
  readonly rowsIn: number;
  readonly rowsTaken: number;
  /** Of prices that wait for somebody's word. */
  readonly rowsHeld: number;
  readonly refused: RowsByKind;
  readonly flagged: RowsByKind;
}

/** A part of a run's report. */
export interface QualityPart extends QualityCounts {
  readonly findings: readonly QualityFinding[];
  /** Symbols whose whole history came anew: what earlier runs found of them is over. */
  readonly anew: readonly string[];
  /** The run ends with it at this instant; null = more may come. */
  readonly finishedAt: Date | null;
}

/** The report of a run, without its findings. */
export interface QualityReport extends QualityCounts {
  /** Grows from run to run. */
  readonly id: number;
  /** `at` is its first write. */
  readonly run: PriceRun;
  /** Null while it is under way, and for good where it was broken off. */
  readonly finishedAt: Date | null;
  /** Null = what it brought stands. */
  readonly undoneAt: Date | null;
  /** Findings that are kept, and those that found no room: their rows are counted all the same. */
  readonly findings: number;
  readonly leftOut: number;
}

/** A finding of a report. */
export interface KeptFinding extends QualityFinding {
  readonly id: number;
  readonly reportId: number;
  /** Whether it tells of prices that are stored: neither undone, nor of a history that another took the place of. */
  readonly stands: boolean;
}

/** A finding that stands, as far as counts go. */
export type StandingFinding = Pick<QualityFinding, 'side' | 'kind' | 'symbol' | 'rows' | 'firstDay' | 'lastDay'> & {
  readonly reportId: number;
  /** Null where no symbol of that ticker was stored. */
  readonly symbolId: number | null;
};

/** Which findings of a report are wanted, in the order in which they were found. */
export interface FindingsWanted {
  /** Id of a finding; 0 = from the first. */
  readonly after: number;
  readonly limit: number;
  readonly symbol?: string;
  readonly kind?: string;
}

/** What imports and feeds told of the rows that came in: `PriceChanges.report` writes it. */
export interface PriceQuality {
  /** Moves with every report, and whenever one is undone or let go. */
  stamp(): Promise<string>;
  /** Newest first. @param before id of a report: only older ones; null = all */
  reports(before: number | null, limit: number): Promise<QualityReport[]>;
  /** Null when there is none, or it was let go. */
  report(id: number): Promise<QualityReport | null>;
  findings(reportId: number, wanted: FindingsWanted): Promise<KeptFinding[]>;
  /** How many of a report are wanted. */
  count(reportId: number, wanted: Pick<FindingsWanted, 'symbol' | 'kind'>): Promise<number>;
  /** Of a report, those that stand. */
  standing(reportId: number): Promise<StandingFinding[]>;
  /** Of a symbol, those that stand, newest report first. */
  of(symbol: { readonly id: number; readonly symbol: string }): Promise<KeptFinding[]>;
}
