import type { Schemas } from '../../api/client';
import { CameTrueDots } from '../../charts/cameTrueDots';
import { Notice } from '../../ui/notice';

type Method = Schemas['Methodology'];

/** What came true of windows by decade, the published forward test of the windows, and the evaluation of the model. */
export function Evidence({ method: { came_true: markets, evidence, model } }: { method: Method }) {
  return (
    <div class="stack">
      <h2>Seasonal effects fade</h2>
      <p>
        That is the finding: in 480 large US stocks, of 1 % that windows of 40 to 80 days showed beyond their peers,
        0.23 % came true in 1993–2002, 0.06 to 0.10 % in 2003–2012 and 0.01 % in 2013–2024. Below is what came true in
        the prices of this service.
      </p>
      {markets.length === 0 ? (
        <Notice>
          <p>Nothing is measured yet: it takes a market of at least 20 members, and some minutes after new prices.</p>
        </Notice>
      ) : (
        markets.map((market) => <CameTrueDots key={market.market} market={market} />)
      )}
      <h2>Windows after they were found</h2>
      {evidence === undefined ? (
        <Notice>
          <p>This service has published no walk through past months (perennial evidence forward --publish).</p>
        </Notice>
      ) : (
        <>
          <p>
            {evidence.market.name}, {evidence.from} to {evidence.to}: {evidence.symbols} symbols in {evidence.months}{' '}
            months.
          </p>
          <Statements texts={evidence.statements} />
          {!evidence.current && <p class="small soft">Prices or program have changed since.</p>}
        </>
      )}
      <h2>The prediction model</h2>
      {model === null ? (
        <Notice>
          <p>No model is in service: predictions are absent from cards.</p>
        </Notice>
      ) : (
        <>
          <p>{model.description}</p>
          <Statements texts={model.statements} />
          {model.simulated && <p class="small soft">Trained on invented prices.</p>}
        </>
      )}
    </div>
  );
}

function Statements({ texts }: { texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
