/** The rows of a long table that are drawn: those in sight, a few around them, and the one with the focus. */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback } from 'react'
import type { Report } from '#contract/views.ts'
import { ReportRows, type ReportRowsProps } from './report-rows.tsx'

/** A row's height in px before it has been measured: of most rows on most screens. */
const ROW_HEIGHT = 34
const OVERSCAN = 8

export interface RowsInSightProps extends ReportRowsProps {
  rows: readonly Report[]
  /** The element that scrolls. */
  scroll: RefObject<HTMLElement | null>
  /** The index of the row that the Tab key stops at, which stays drawn wherever the table is scrolled to. */
  focused: number
}

export function RowsInSight({ rows, scroll, focused, ...shared }: RowsInSightProps) {
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      if (focused >= range.count || indexes.includes(focused)) return indexes
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
  let end = 0
  const pieces = virtual.getVirtualItems().flatMap(({ index, start, end: itsEnd }) => {
    const row = rows[index]
    if (!row) return []
    const before = start - end
    end = itsEnd
    return [{ row, index, before }]
  })
  return (
    <ReportRows {...shared} pieces={pieces} after={virtual.getTotalSize() - end} measure={virtual.measureElement} />
  )
}
