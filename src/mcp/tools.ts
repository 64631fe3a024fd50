import {
  analyzeLead,
  compareLead,
  dailyPickLead,
  marketsLead,
  meLead,
  scanLead,
  scenarioLead,
  scoreLead,
  symbolsLead,
  trackRecordLead,
} from './leads';
import { type Tool, tool } from './tool';

const HISTORY =
  'historical_win_rate is the share of past years won: history, not a probability; read edge_score and verdict beside it. ' +
  'A neutral card has no order ticket and is an answer. ml may be null, which tier_notes explains: do not retry for it.';

/** The tools, in the order in which they are listed. A result's structured content is the body of the operation. */
export const TOOLS: readonly Tool[] = [
  tool({
    name: 'find_best_opportunities',
    title: 'Find the best seasonal opportunities',
    operation: 'scanMarkets',
    description:
      'Scans markets for calendar windows in which symbols have historically risen (long) or fallen (short), and ranks ' +
      'them. Use it for "what are the best setups" with any filter: markets, dates, direction, holding days, win rate, ' +
      'Sharpe ratio. For today without filters whats_seasonal_now is shorter; for one symbol use analyze_symbol. ' +
      `${HISTORY} No rows is an answer too; market_failures or evidence_failures mean the scan is incomplete. ` +
      'Ask for few rows: view=full repeats every year of every row.',
    defaults: { view: 'decision', limit: 5 },
    lead: scanLead,
  }),
  tool({
    name: 'whats_seasonal_now',
    title: "What's seasonal now",
    operation: 'scanMarkets',
    description:
      'The strongest seasonal setups that begin today or within the next ten sessions. Use it for "what is seasonal ' +
      'now"; for other dates or filters use find_best_opportunities. ' +
      HISTORY,
    only: ['markets', 'direction', 'limit'],
    defaults: { limit: 5 },
    fixed: { window: 'now', view: 'decision' },
    lead: scanLead,
  }),
  tool({
    name: 'analyze_symbol',
    title: 'Analyze one symbol',
    operation: 'analyzeSymbol',
    description:
      "One symbol's best seasonal setup of the coming year as a card, and its other setups. Use it for any question " +
      'about a single ticker. Give entry_date and days_out, or period, to examine one exact window: past years are ' +
      'accepted and then use only what was known at the time, and so are dates up to a year ahead. view=full adds every single year. ' +
      HISTORY,
    defaults: { view: 'decision' },
    lead: analyzeLead,
  }),
  tool({
    name: 'compare_symbols',
    title: 'Compare symbols on one window',
    operation: 'compareSymbols',
    description:
      'Measures 2 to 10 symbols on the same calendar window over the completed years all of them share, beside buy and ' +
      'hold. Use it for "which of these was stronger in this window". can_compare=false means too few shared years: say ' +
      'so instead of ranking. The findings are sentences that the numbers beside them prove; the past order of symbols ' +
      'predicts little.',
    lead: compareLead,
  }),
  tool({
    name: 'portfolio_scenario',
    title: 'Run a portfolio scenario',
    operation: 'runPortfolioScenarios',
    description:
      'What a hypothetical basket of 1 to 15 weighted positions did in one window of past years, with the contribution ' +
      'of each. Weights only: never send share counts, amounts of money, cost basis or profit and loss, they are ' +
      'refused. Past years, not a forecast.',
    lead: scenarioLead,
  }),
  tool({
    name: 'score_setups',
    title: 'Score setups with the model',
    operation: 'scoreSetups',
    description:
      "The model's predictions for up to 1,000 exact windows: symbol, entry date (today to five days ahead), holding days " +
      '(10 to 90) and direction. Use it for setups whose ml is missing on cards, in one batch. Each scored item uses one ' +
      'prediction of the daily allowance; asking again for the same item on the same day is free. An item without ' +
      'scores has a note that says why: do not retry it. With requires=upgrade the allowance is spent until tomorrow ' +
      '(UTC). win_prob is a prediction and never the share of past years won.',
    lead: scoreLead,
  }),
  tool({
    name: 'daily_pick',
    title: "Today's pick",
    operation: 'getDailyPick',
    description:
      'The one setup picked by a fixed rule for the latest session, published before its entry; featured_date says of ' +
      'which day it is. Its ml never uses the allowance. Use it for "what is the pick of the day"; with not_found there ' +
      'has been none yet. Say what the forward record proves before passing it on. ' +
      HISTORY,
    defaults: { view: 'decision' },
    lead: dailyPickLead,
  }),
  tool({
    name: 'pick_track_record',
    title: 'Record of the daily pick',
    operation: 'getTrackRecord',
    description:
      'Every daily pick with its result, newest first, and the counts over the closed ones. This is the forward record, ' +
      'made after publication, unlike the history on cards. Use it when asked whether the picks work; note says how ' +
      'little the counts prove.',
    lead: trackRecordLead,
  }),
  tool({
    name: 'list_markets',
    title: 'List the markets',
    operation: 'listMarkets',
    description:
      "The markets, which of them the caller's plan reaches (in_scope), where the model predicts (ml_eligible) and the " +
      'date of their last prices. Use it before naming markets you are not sure of.',
    lead: marketsLead,
  }),
  tool({
    name: 'list_symbols',
    title: 'List the symbols of a market',
    operation: 'listSymbols',
    description:
      'The symbols of one market, by ticker prefix if wanted. Use it to find out whether a ticker is covered. total, ' +
      'matched and count say how much was cut.',
    defaults: { limit: 25 },
    lead: symbolsLead,
  }),
  tool({
    name: 'whoami',
    title: 'Plan and remaining limits',
    operation: 'getMe',
    description:
      "The caller's plan, the markets it reaches, and the requests and model predictions left. Use it when a call was " +
      'refused for scope or limits, or before many calls.',
    lead: meLead,
  }),
];
