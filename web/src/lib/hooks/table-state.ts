/** Stores the state of a table in the address: page, order, search. */
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

/** State of a table. It is stored in the address, so that reloads and links restore it. */
export interface TableState {
  search: string
  sort: string
  order: 'asc' | 'desc'
  /** Page number, starting at 1. */
  page: number
}

/** Default sort order. It is left out of the address. */
type TableDefaults = Pick<TableState, 'sort' | 'order'>

const LONGEST_SEARCH = 100

/** Parses the state from an address. Defaults replace missing or invalid values. */
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

/** Returns the address parameters with this state. Other parameters stay unchanged. */
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

/** Returns the changed state. A new search or sort order returns to page 1. */
export function changeTableState(state: TableState, part: Partial<TableState>): TableState {
  return { ...state, page: 1, ...part }
}

/** Returns the numbers of a page's first and last row (from 1), and the number of pages (at least 1). */
export function pageRangeOf(page: number, size: number, total: number): { first: number; last: number; pages: number } {
  const pages = Math.max(1, Math.ceil(total / size))
  const first = total === 0 ? 0 : (page - 1) * size + 1
  return { first, last: Math.min(total, page * size), pages }
}

/**
 * Returns a table's state and functions to change it.
 * `sortable` and `defaults` must be constants.
 * A new search replaces the browser's history entry; other changes add an entry.
 */
export function useTableState(defaults: TableDefaults, sortable: readonly string[]) {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readTableState(params, defaults, sortable), [params, defaults, sortable])
  const show = useCallback(
    (next: TableState) =>
      setParams((before) => writeTableState(before, next, defaults), {
        replace: next.search !== state.search,
        preventScrollReset: true,
      }),
    [setParams, defaults, state.search],
  )
  return { state, show }
}
