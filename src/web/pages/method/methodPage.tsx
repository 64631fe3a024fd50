import { apiRequest } from '../../api/apiRequest';
import type { Schemas } from '../../api/client';
import { useRequest } from '../../api/useRequest';
import { useUrlState } from '../../state/useUrlState';
import { Curl } from '../../ui/curl';
import { Page } from '../../ui/page';
import { Inline, Prose } from '../../ui/prose';
import { ResponseView } from '../../ui/responseView';
import { Tabs } from '../../ui/tabs';
import { Definitions } from './definitions';
import { EdgeScore } from './edgeScore';
import { Evidence } from './evidence';
import './method.css';

type Method = Schemas['Methodology'];

const VIEWS = [
  { key: 'text', label: 'How it works' },
  { key: 'definitions', label: 'Every field' },
  { key: 'edge', label: 'Edge score and chance' },
  { key: 'evidence', label: 'What came of it' },
];
const DEFAULTS = { view: 'text' };

/** GET /methodology in four tabs. */
export default function MethodPage() {
  const request = apiRequest('/methodology');
  const [response, refetch] = useRequest(request);
  const [{ view }, setState] = useUrlState(DEFAULTS);
  const chosen = VIEWS.find(({ key }) => key === view)?.key ?? DEFAULTS.view;
  return (
    <Page title="Method">
      <ResponseView response={response} refetch={refetch} lines={16}>
        {(method) => (
          <>
            <p class="lead">
              <Inline text={method.summary} />
            </p>
            <Tabs label="Parts of the method" tabs={VIEWS} chosen={chosen} choose={(key) => setState({ view: key })}>
              <View method={method} chosen={chosen} />
            </Tabs>
            <p class="small soft">
              Version {method.version} of the definitions. {method.disclaimer}
            </p>
          </>
        )}
      </ResponseView>
      <Curl url={request.url} />
    </Page>
  );
}

function View({ method, chosen }: { method: Method; chosen: string }) {
  if (chosen === 'definitions') return <Definitions definitions={method.definitions} />;
  if (chosen === 'edge') return <EdgeScore method={method} />;
  if (chosen === 'evidence') return <Evidence method={method} />;
  return <Text method={method} />;
}

function Text({ method: { sections, limitations } }: { method: Method }) {
  return (
    <div class="method">
      <nav aria-label="Sections">
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
          <li>
            <a href="#limitations">Limitations</a>
          </li>
        </ul>
      </nav>
      <div>
        {sections.map(({ id, title, body }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>{title}</h2>
            <Prose text={body} />
          </section>
        ))}
        <section aria-labelledby="limitations">
          <h2 id="limitations">Limitations</h2>
          <ul>
            {limitations.map((text) => (
              <li key={text}>
                <Inline text={text} />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}
