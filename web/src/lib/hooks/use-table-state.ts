/** State of a table in the address bar. */
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { readTableState, type TableDefaults, type TableState, writeTableState } from './table-state.ts'

/**
 * `sortable` and `defaults` must be constants.
 * A new search replaces the address; other changes add to the history.
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
