import type { Schema } from '../schema';

/**
 * The contract's schemas under the names that answers use. Dates are `YYYY-MM-DD`; percentages and ratios carry 4
 * decimals, shares are 0..1. The fields are described in openapi.yaml only.
 */
export type PatternCard = Schema<'PatternCard'>;
export type LeanCard = Schema<'LeanCard'>;
export type TableRow = Schema<'TableRow'>;
/** A card in any view. */
export type Card = Schema<'Card'>;
export type Setup = Schema<'Setup'>;
export type CardStats = Schema<'CardStats'>;
export type CardMarket = Schema<'CardMarket'>;
export type MlBlock = Schema<'MlBlock'>;
export type Receipts = Schema<'Receipts'>;
export type AnyDate = Schema<'AnyDate'>;
export type YearReturn = Schema<'YearReturn'>;
export type YearResult = Schema<'YearResult'>;
export type Significance = Schema<'Significance'>;
export type CurveSummary = Schema<'CurveSummary'>;
export type NextStep = Schema<'NextStep'>;
export type CardChart = Schema<'CardChart'>;
export type CurvePoint = Schema<'CurvePoint'>;
export type YearBar = Schema<'YearBar'>;
export type PatternStats = Schema<'PatternStats'>;
export type Opportunity = Schema<'Opportunity'>;
/** A prediction under the names of bulk rows and POST /score (SPEC 2.3). */
export type OpportunityMl = Schema<'OpportunityMl'>;

export type CompareEntry = Schema<'CompareEntry'>;
export type CompareStats = Schema<'CompareStats'>;
export type CompareBuyAndHold = Schema<'CompareBuyAndHold'>;
export type CompareDifference = Schema<'CompareDifference'>;
export type CompareFinding = Schema<'CompareFinding'>;
export type FindingNumber = Schema<'FindingNumber'>;
/** The part of a GET /compare answer about the symbols, without the window. */
export type CompareReport = Omit<Schema<'CompareResponse'>, 'setup' | 'years' | 'disclaimer' | 'as_of'>;

export type ScenarioPosition = Schema<'ScenarioPosition'>;
export type ScenarioResult = Schema<'ScenarioResult'>;
export type ScenarioBenchmark = Schema<'ScenarioBenchmark'>;
/** The part of a POST /portfolio/scenarios answer about the basket, without the window. */
export type ScenarioReport = Omit<Schema<'ScenarioResponse'>, 'setup' | 'years' | 'disclaimer' | 'as_of'>;

export type TrackRecordSummary = Schema<'TrackRecordSummary'>;
export type TrackRecordPick = Schema<'TrackRecordPick'>;
export type PickEvaluation = Schema<'PickEvaluation'>;
export type PickExcess = Schema<'PickExcess'>;
export type PickCalibration = Schema<'PickCalibration'>;

export type Methodology = Schema<'Methodology'>;
export type CameTrueMarket = Schema<'CameTrueMarket'>;
export type CameTrue = Schema<'CameTrue'>;
export type MethodSection = Schema<'MethodSection'>;
export type MethodDefinition = Schema<'MethodDefinition'>;
export type EdgeScoreMethod = Schema<'EdgeScoreMethod'>;
export type ChanceOfWins = Schema<'ChanceRow'>;
export type PublishedModel = Schema<'ModelCard'>;
export type PublishedTrial = Schema<'ModelInputsTried'>;
export type PublishedEvaluation = Schema<'ModelEvaluation'>;
export type PublishedEvidence = Schema<'ForwardEvidence'>;
