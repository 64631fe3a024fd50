import type { Schema } from '../schema';

/**
 * The contract's schemas that several files use. Dates are `YYYY-MM-DD`; percentages and ratios carry 4
 * decimals, shares are 0..1. The fields are described in openapi.yaml only.
 */
export type PatternCard = Schema<'PatternCard'>;
export type LeanCard = Schema<'LeanCard'>;
export type TableRow = Schema<'TableRow'>;
/** A card in any view. */
export type Card = Schema<'Card'>;
export type CardStats = Schema<'CardStats'>;
export type CardMarket = Schema<'CardMarket'>;
export type Receipts = Schema<'Receipts'>;
export type Significance = Schema<'Significance'>;
export type NextStep = Schema<'NextStep'>;
export type CardChart = Schema<'CardChart'>;
export type CurvePoint = Schema<'CurvePoint'>;
export type Opportunity = Schema<'Opportunity'>;

export type CompareEntry = Schema<'CompareEntry'>;
export type CompareFinding = Schema<'CompareFinding'>;

export type TrackRecordSummary = Schema<'TrackRecordSummary'>;
export type TrackRecordPick = Schema<'TrackRecordPick'>;

export type CameTrueMarket = Schema<'CameTrueMarket'>;
export type CameTrue = Schema<'CameTrue'>;
export type MethodDefinition = Schema<'MethodDefinition'>;
export type PublishedModel = Schema<'ModelCard'>;
export type PublishedEvidence = Schema<'ForwardEvidence'>;
