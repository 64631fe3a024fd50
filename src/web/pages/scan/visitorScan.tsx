import { useMemo } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { analyzeSymbol } from '../../../../generated/pages.json';
import type { Schemas } from '../../api/client';
import { Failure } from '../../api/failure';
import { asking, type Question } from '../../api/question';
import { useAnswer } from '../../api/useAnswer';
import type { settings } from '../../settings';
import { useUrlState } from '../../state/useUrlState';
import { Answered } from '../../ui/answered';
import { ChoiceField, NumberField, SelectField } from '../../ui/controls';
import { Curl } from '../../ui/curl';
import { defaultText, faultOf, type InputSchema, inputValue } from '../../ui/inputSchema';
import { FailureNotice, Notice } from '../../ui/notice';
import { CardTable } from './cardTable';
import type { Card } from './columns';
import { CYCLES } from './filters';
import { TABLE_DEFAULTS, tableState } from './tableState';

type Demo = NonNullable<typeof settings.demo>;

const SCHEMAS: Readonly<Record<'direction' | 'years' | 'pe_cycle', InputSchema>> = analyzeSymbol.parameters;
const DEFAULTS = {
  direction: '',
  years: defaultText(SCHEMAS.years),
  pe_cycle: defaultText(SCHEMAS.pe_cycle),
  ...TABLE_DEFAULTS,
};

interface Found {
  readonly cards: readonly Card[];
  readonly failures: readonly Failure[];
}

/** What a visitor sees in the place of a scan: the best window of the year of each symbol that anybody may ask about. */
export function VisitorScan({ demo }: { demo: Demo }) {
  const [state, setState] = useUrlState<keyof typeof DEFAULTS>(DEFAULTS);
  const isFaulty = faultOf(SCHEMAS.years, state.years) !== null || faultOf(SCHEMAS.pe_cycle, state.pe_cycle) !== null;
  const questions = useMemo(
    () => (isFaulty ? [] : demo.tickers.map((symbol) => questionFor(symbol, state))),
    [demo, isFaulty, state.direction, state.years, state.pe_cycle],
  );
  const [answer, again] = useAnswer(questions.length === 0 ? null : together(questions));
  return (
    <>
      <Notice title={`Without an account: ${demo.tickers.join(', ')}`}>
        <p>
          A scan searches whole markets and needs an account, be it a free one: <Link href="/sign-in">sign in</Link>, or
          ask whoever runs this service. Here is the best window of the coming year of each symbol that anybody may look
          at.
        </p>
      </Notice>
      <div class="fields">
        <ChoiceField
          label="Direction"
          value={state.direction}
          change={(direction) => setState({ direction })}
          options={[['', 'Either'], ...(SCHEMAS.direction.enum ?? []).map((name): [string, string] => [name, name])]}
        />
        <NumberField
          label="Years looked back"
          schema={SCHEMAS.years}
          value={state.years}
          change={(years) => setState({ years }, { replace: true })}
        />
        <SelectField
          label="Which years"
          value={state.pe_cycle}
          change={(pe_cycle) => setState({ pe_cycle })}
          options={(SCHEMAS.pe_cycle.enum ?? []).map((name) => [name, CYCLES[name] ?? name])}
        />
      </div>
      <section aria-label="What was found" aria-live="polite" class="stack">
        <Answered answer={answer} again={again} lines={6}>
          {({ cards, failures }) => (
            <>
              {failures[0] && <FailureNotice failure={failures[0]} again={again} />}
              {cards.length > 0 && (
                <CardTable
                  caption={`The best window of each of ${cards.length} symbols`}
                  cards={cards}
                  fileName="windows.csv"
                  {...tableState(state, setState)}
                />
              )}
              <p class="small soft">{cards[0]?.disclaimer}</p>
            </>
          )}
        </Answered>
      </section>
      {questions[0] && <Curl url={questions[0].url} />}
    </>
  );
}

function questionFor(symbol: string, { direction, years, pe_cycle }: typeof DEFAULTS) {
  // Each value is one that the schema of its own name takes.
  const query = {
    ...(direction !== '' && { direction }),
    ...(years !== DEFAULTS.years && { years: inputValue(SCHEMAS.years, years) }),
    ...(pe_cycle !== DEFAULTS.pe_cycle && { pe_cycle }),
  } as Record<string, never>;
  return asking('/analyze/{symbol}', { path: { symbol }, query });
}

/** One question of several: what fails leaves the rest standing. */
function together(questions: readonly Question<Schemas['AnalyzeResponse']>[]): Question<Found> {
  return {
    url: questions.map(({ url }) => url).join(' '),
    async ask(signal) {
      const results = await Promise.allSettled(questions.map((question) => question.ask(signal)));
      const cards = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.card] : []));
      const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      const failures = reasons.filter((reason): reason is Failure => reason instanceof Failure);
      return { cards: cards.filter(isFull), failures };
    },
  };
}

function isFull(card: Schemas['Card']): card is Card {
  return 'receipts' in card && 'per_year' in card.receipts;
}
