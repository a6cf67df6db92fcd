/** What a table shows (search, order, page) as it is written in the address, so that a reload or a link shows the same. */
export interface TableState {
  search: string
  sort: string
  order: 'asc' | 'desc'
  /** From 1. */
  page: number
}

/** What the address leaves out because it goes without saying. */
export type TableDefaults = Pick<TableState, 'sort' | 'order'>

const LONGEST_SEARCH = 100

/** Reads an address; what is missing or makes no sense is taken from the defaults. */
export function readTableState(
  params: URLSearchParams,
  defaults: TableDefaults,
  sortable: readonly string[],
): TableState {
  const sort = params.get('sort') ?? ''
  const known = sortable.includes(sort)
  const order = params.get('order')
  const page = Number(params.get('page'))
  return {
    search: (params.get('search') ?? '').slice(0, LONGEST_SEARCH),
    sort: known ? sort : defaults.sort,
    order: order === 'asc' || order === 'desc' ? order : known ? 'asc' : defaults.order,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** The address with the state in it; what else it says is kept. */
export function writeTableState(params: URLSearchParams, state: TableState, defaults: TableDefaults): URLSearchParams {
  const next = new URLSearchParams(params)
  const set = (name: string, value: string, needed: boolean) => (needed ? next.set(name, value) : next.delete(name))
  const ordered = state.sort !== defaults.sort || state.order !== defaults.order
  set('search', state.search, state.search !== '')
  set('sort', state.sort, ordered)
  set('order', state.order, ordered)
  set('page', String(state.page), state.page > 1)
  return next
}

/** The state after a part of it changed: another search or order begins at the first page again. */
export function changed(state: TableState, part: Partial<TableState>): TableState {
  return { ...state, page: 1, ...part }
}

/** Where a page lies: its first and last row, from 1, and how many pages there are (at least 1). */
export function pageOf(page: number, size: number, total: number): { first: number; last: number; pages: number } {
  const pages = Math.max(1, Math.ceil(total / size))
  const first = total === 0 ? 0 : (page - 1) * size + 1
  return { first, last: Math.min(total, page * size), pages }
}
