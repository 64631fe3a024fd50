import { SERVER_NAME } from '../src/mcp/server';
import { TOOLS } from '../src/mcp/tools';
import { type Contract, type ContractOperation, type JsonObject, resolveRef } from '../src/openapi/document';
import { type OperationId, TABLE_TYPES } from '../src/operation';

/** A widget of OpenBB Workspace: an operation of the contract, and settings that the contract does not have. */
interface Widget {
  readonly name: string;
  readonly type: 'table' | 'metric' | 'markdown' | 'chart';
  readonly operation: OperationId;
  /** The tool of /mcp with the same answer. */
  readonly tool: string;
  /** Size on the dashboard, in columns and rows. */
  readonly size: readonly [width: number, height: number];
  /** The parameters that users see. */
  readonly params: readonly string[];
  /** Values that replace the contract's defaults. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** The columns of a table that are shown initially; default: all. */
  readonly shown?: RegExp;
  /** The category and the series of the chart that a table is shown as initially. */
  readonly line?: readonly [category: string, series: string];
}

const WIDGETS = {
  seasonal_scan: {
    name: 'Seasonal scan',
    type: 'table',
    operation: 'scanMarkets',
    tool: 'find_best_opportunities',
    size: [40, 18],
    params: ['markets', 'window', 'direction', 'min_win_rate', 'max_p_symbol', 'rank_by', 'limit'],
    values: { markets: 'dow30' },
    shown: /^(symbol|direction|bias|e.+_date|edge_score|.*win_rate|(avg|worst_year)_return_pct|p_symbol|p_search)$/,
  },
  symbol_setup: {
    name: 'Best setup of a symbol',
    type: 'markdown',
    operation: 'getSymbolWidget',
    tool: 'analyze_symbol',
    size: [16, 20],
    params: ['symbol', 'market', 'direction', 'years'],
    values: { symbol: 'AAPL' },
  },
  symbol_heat_map: {
    name: 'Heat map of a symbol',
    type: 'chart',
    operation: 'getHeatMapWidget',
    tool: 'analyze_symbol',
    size: [24, 20],
    params: ['symbol', 'market', 'measure', 'direction', 'entry_step', 'years'],
    values: { symbol: 'AAPL', entry_step: 7 },
  },
  seasonal_curve: {
    name: 'Seasonal curve of a symbol',
    type: 'table',
    operation: 'getSeasonalChart',
    tool: 'analyze_symbol',
    size: [40, 14],
    params: ['symbol', 'market', 'years'],
    values: { symbol: 'AAPL', market: '0' },
    line: ['date', 'index'],
  },
  daily_pick: {
    name: 'Daily pick',
    type: 'markdown',
    operation: 'getPickWidget',
    tool: 'daily_pick',
    size: [20, 20],
    params: [],
  },
  track_record: {
    name: 'Record of the daily pick',
    type: 'metric',
    operation: 'getRecordWidget',
    tool: 'pick_track_record',
    size: [40, 5],
    params: [],
  },
  daily_picks: {
    name: 'All daily picks',
    type: 'table',
    operation: 'getTrackRecord',
    tool: 'pick_track_record',
    size: [20, 20],
    params: [],
  },
} as const satisfies Record<string, Widget>;

type WidgetId = keyof typeof WIDGETS;

/** Prices change once a day. */
const HOUR_MS = 3_600_000;

/** What /widgets.json serves: parameters, defaults, choices, columns and descriptions are the contract's. */
export function buildWidgets(contract: Contract): string {
  const widgets = Object.entries<Widget>(WIDGETS).map(([id, widget]) => [id, widgetOf(contract, widget)]);
  return `${JSON.stringify(Object.fromEntries(widgets), null, 1)}\n`;
}

function widgetOf({ document, operations }: Contract, widget: Widget): JsonObject {
  const { name, type, tool, size, values = {} } = widget;
  const operation = operations.find(({ id }) => id === widget.operation)!;
  const node = document.paths[operation.path][operation.method];
  // OpenBB sends parameters in the query only.
  if (operation.path.includes('{')) throw new RangeError(`${name} has a parameter in its path`);
  if (!TOOLS.some((one) => one.name === tool)) throw new RangeError(`${name} names an unknown tool: ${tool}`);
  const params = widget.params.map((param) => paramOf(operation, param, values[param]));
  return {
    name,
    description: oneLine(`${node.summary}. ${node.description}`),
    category: 'Seasonality',
    subCategory: operation.tag,
    type,
    endpoint: `v1${operation.path}`,
    gridData: { w: size[0], h: size[1] },
    source: ['Perennial'],
    mcp_tool: { mcp_server: SERVER_NAME, tool_id: tool },
    refetchInterval: HOUR_MS,
    staleTime: HOUR_MS,
    params: type === 'table' ? [...params, { ...paramOf(operation, 'format', 'rows'), show: false }] : params,
    ...(type === 'table' && { data: { table: tableOf(document, node, widget) } }),
  };
}

function paramOf({ id, parameters }: ContractOperation, name: string, value?: string | number): JsonObject {
  const parameter = parameters.find((one) => one.name === name);
  if (parameter === undefined) throw new RangeError(`${id} has no parameter ${name}`);
  const { schema, required = false, description = '' } = parameter;
  return {
    paramName: name,
    label: words(name),
    description: oneLine(description),
    type: schema.type === 'integer' || schema.type === 'number' ? 'number' : 'text',
    // Null: nothing is sent until a value is entered.
    value: value ?? schema.default ?? null,
    optional: !required,
    show: true,
    ...(schema.enum && { options: schema.enum.map((choice) => ({ label: words(choice), value: choice })) }),
  };
}

function tableOf(document: JsonObject, node: JsonObject, { shown = /^/, line }: Widget): JsonObject {
  const { items } = node.responses['200'].content[TABLE_TYPES.rows].schema;
  const columns = Object.entries<JsonObject>(resolveRef(document, items).properties);
  return {
    enableCharts: true,
    showAll: true,
    ...(line && { chartView: { enabled: true, chartType: 'line', cellRangeCols: { line } } }),
    columnsDefs: columns.map(([name, schema]) => ({
      ...columnOf(name, { ...resolveRef(document, schema), ...schema }),
      ...(!shown.test(name) && { hide: true }),
    })),
  };
}

function columnOf(field: string, { type, format, description }: JsonObject): JsonObject {
  const types = [type].flat();
  const isNumber = types.includes('number') || types.includes('integer');
  const cell = format === 'date' ? 'dateString' : isNumber ? 'number' : types.includes('boolean') ? 'boolean' : 'text';
  return {
    field,
    headerName: words(field.replace(/_pct$/, '')),
    ...(description && { headerTooltip: oneLine(description) }),
    cellDataType: cell,
    chartDataType: format === 'date' ? 'time' : isNumber ? 'series' : 'category',
    ...(isNumber && numberFormat(field)),
  };
}

/** Fields in percent end in `_pct`; shares of 0 to 1 are shown as percent. */
function numberFormat(field: string): JsonObject {
  if (field.endsWith('_pct')) return { formatterFn: 'percent', renderFn: 'greenRed' };
  return { formatterFn: /_(rate|share|prob)$/.test(field) ? 'normalizedPercent' : 'none' };
}

function words(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text[0].toUpperCase() + text.slice(1);
}

function oneLine(text: string): string {
  return text.replace(/`/g, '').replace(/\s+/g, ' ').trim();
}

/** The widgets of each tab, row by row, each row filled from the left. */
const TABS: Readonly<Record<string, readonly (readonly WidgetId[])[]>> = {
  Setups: [['seasonal_scan']],
  Symbol: [['symbol_setup', 'symbol_heat_map'], ['seasonal_curve']],
  'Daily pick': [['track_record'], ['daily_pick', 'daily_picks']],
};
const GROUP = 'Group 1';

/** What /apps.json serves: one app of all widgets. The widgets of a symbol share its ticker. */
export function buildApps(): string {
  const tabs = Object.entries(TABS).map(([name, rows]) => {
    const id = name.toLowerCase().replaceAll(' ', '-');
    return [id, { id, name, layout: layoutOf(rows) }];
  });
  const app = {
    name: 'Perennial',
    description: 'Calendar windows in which a symbol has historically risen or fallen, with the result of every year.',
    img: '',
    allowCustomization: true,
    tabs: Object.fromEntries(tabs),
    groups: [
      {
        name: GROUP,
        type: 'param',
        paramName: 'symbol',
        defaultValue: WIDGETS.symbol_setup.values.symbol,
        widgetIds: Object.values(TABS).flat(2).filter(isOfSymbol),
      },
    ],
    prompts: [
      'Which setups of the scan do shuffled calendars seldom match?',
      'How did the best setup of this symbol do in each year, and in its worst one?',
      'What does the record of the daily pick prove so far?',
    ],
  };
  return `${JSON.stringify([app], null, 1)}\n`;
}

function layoutOf(rows: readonly (readonly WidgetId[])[]): JsonObject[] {
  let y = 0;
  return rows.flatMap((row) => {
    let x = 0;
    const placed = row.map((i) => {
      const [w, h] = WIDGETS[i].size;
      const item = { i, x, y, w, h, ...(isOfSymbol(i) && { groups: [GROUP] }) };
      x += w;
      return item;
    });
    y += Math.max(...placed.map(({ h }) => h));
    return placed;
  });
}

function isOfSymbol(id: WidgetId): boolean {
  const { params }: Widget = WIDGETS[id];
  return params.includes('symbol');
}
