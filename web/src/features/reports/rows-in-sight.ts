/** Which rows of a long table are drawn: those in sight, a few around them, and the one with the focus. */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback } from 'react'

/** A row's height in px before it has been measured. */
const ROW_HEIGHT = 53
const OVERSCAN = 8

export interface RowInSight<R> {
  row: R
  index: number
  /** px of rows above it that are not drawn. */
  before: number
}

export interface RowsInSight<R> {
  pieces: RowInSight<R>[]
  /** px of rows below the last one that are not drawn. */
  after: number
  /** The ref of each row, which carries its index as `data-index`. */
  measure(row: HTMLTableRowElement | null): void
}

/** `focused`: the index of the row with the focus, which stays drawn wherever the table is scrolled to. */
export function useRowsInSight<R extends { id: string }>(
  rows: readonly R[],
  scroll: RefObject<HTMLElement | null>,
  focused: number | null,
): RowsInSight<R> {
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      if (focused === null || focused >= range.count || indexes.includes(focused)) return indexes
      return [...indexes, focused].sort((a, b) => a - b)
    },
    [focused],
  )
  const virtual = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
    rangeExtractor,
  })
  const items = virtual.getVirtualItems()
  let end = 0
  const pieces = items.flatMap(({ index, start, end: itsEnd }) => {
    const row = rows[index]
    if (!row) return []
    const before = start - end
    end = itsEnd
    return [{ row, index, before }]
  })
  return { pieces, after: virtual.getTotalSize() - end, measure: virtual.measureElement }
}
