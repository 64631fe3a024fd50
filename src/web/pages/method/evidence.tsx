import type { Schemas } from '../../api/client';
import { Notice } from '../../ui/notice';

type Method = Schemas['Methodology'];

/** The published forward test of the windows, and the evaluation of the model. */
export function Evidence({ method: { evidence, model } }: { method: Method }) {
  return (
    <div class="stack">
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
