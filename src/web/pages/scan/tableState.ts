import type { SetUrlState } from '../../state/useUrlState';
import type { Sort } from '../../ui/dataTable';

/** The state of the table in the URL, beside the filters. */
export const TABLE_DEFAULTS = { sort: '', open: '', picked: '' };
type TableKey = keyof typeof TABLE_DEFAULTS;

/** Separator of keys, which contain no semicolon. */
const BETWEEN = ';';

export function tableState(state: Readonly<Record<TableKey, string>>, set: SetUrlState<TableKey>) {
  const toggled = (name: 'open' | 'picked') => (key: string) => {
    const keys = setOf(state[name]);
    if (!keys.delete(key)) keys.add(key);
    set({ [name]: [...keys].join(BETWEEN) }, { replace: true });
  };
  return {
    sort: sortOf(state.sort),
    onSort: (sort: Sort | null) => set({ sort: sort === null ? '' : textOf(sort) }, { replace: true }),
    open: setOf(state.open),
    onOpen: toggled('open'),
    picked: setOf(state.picked),
    onPick: toggled('picked'),
  };
}

function setOf(text: string): Set<string> {
  return new Set(text.split(BETWEEN).filter((key) => key !== ''));
}

/** Parses `edge.desc`; null for any other text. */
function sortOf(text: string): Sort | null {
  const [, key, order] = /^(\w+)\.(asc|desc)$/.exec(text) ?? [];
  return key === undefined ? null : { key, descending: order === 'desc' };
}

function textOf({ key, descending }: Sort): string {
  return `${key}.${descending ? 'desc' : 'asc'}`;
}
