/** Virtualized rows: the visible ones, a few around, and the focused one. */
import { useMediaQuery, useResizeObserver } from '@mantine/hooks'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useDeferredValue, useLayoutEffect } from 'react'
import type { Report } from '#contract/views.ts'
import { ReportRows, type ReportRowsProps, ScrollIdleContext } from './report-rows.tsx'

/** Estimated row height in px before measuring; correct on most screens. */
const ROW_HEIGHT = 34
const OVERSCAN = 8
/** Matches devices on which a row's buttons appear only on hover. */
const HOVER_ACTIONS_QUERY = '(min-width: 48.01em) and (hover: hover) and (pointer: fine)'

export interface VirtualRowsProps extends ReportRowsProps {
  rows: readonly Report[]
  /** Element that scrolls the rows. */
  scroll: RefObject<HTMLElement | null>
  /**
   * Index of the row that the Tab key reaches.
   * It always stays rendered.
   */
  focused: number
}

export function VirtualRows({ rows, scroll, focused, ...shared }: VirtualRowsProps) {
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      if (focused >= range.count || indexes.includes(focused)) return indexes
      return [...indexes, focused].sort((a, b) => a - b)
    },
    [focused],
  )
  const { narrow } = shared
  // On wide screens all rows are as high as the measured one.
  // Measuring each would double a frame's layout work.
  // On phones each row is a measured card.
  const [stopRow, { height }] = useResizeObserver<HTMLTableRowElement>()
  const rowHeight = (!narrow && height) || ROW_HEIGHT
  const virtual = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    overscan: OVERSCAN,
    rangeExtractor,
  })
  // Discards the measured heights when the layout of the rows changes.
  useLayoutEffect(() => virtual.measure(), [virtual, narrow, rowHeight])
  let end = 0
  const pieces = virtual.getVirtualItems().flatMap(({ index, start, end: itsEnd }) => {
    const row = rows[index]
    if (!row) return []
    const before = start - end
    end = itsEnd
    const measure = index === focused ? stopRow : undefined
    return [{ row, index, before, measure: narrow ? virtual.measureElement : measure }]
  })
  const seenAtHand = useMediaQuery(HOVER_ACTIONS_QUERY, false, { getInitialValueInEffect: false })
  const rests = !(seenAtHand && virtual.isScrolling)
  // The value is deferred, so React renders the rows' buttons in steps.
  // React stops if the user scrolls again.
  const hasRested = useDeferredValue(rests)
  return (
    <ScrollIdleContext value={rests && hasRested}>
      <ReportRows {...shared} pieces={pieces} after={virtual.getTotalSize() - end} />
    </ScrollIdleContext>
  )
}
