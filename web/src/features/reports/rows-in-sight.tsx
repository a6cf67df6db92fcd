/** The rows of a long table that are drawn: those in sight, a few around them, and the one with the focus. */
import { useMediaQuery, useResizeObserver } from '@mantine/hooks'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useDeferredValue, useLayoutEffect } from 'react'
import type { Report } from '#contract/views.ts'
import { RestContext } from './at-rest.tsx'
import { ReportRows, type ReportRowsProps } from './report-rows.tsx'

/** A row's height in px before one has been measured: of most rows on most screens. */
const ROW_HEIGHT = 34
const OVERSCAN = 8
/** Where what can be done with a row is seen when a hand is at it; elsewhere it always is. */
const SEEN_AT_HAND = '(min-width: 48.01em) and (hover: hover) and (pointer: fine)'

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
  const { narrow } = shared
  // In one line each, all rows are as high as the one that is always drawn; to measure every row that comes into sight would
  // have each frame laid out twice. Cards are as high as what they say.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was measured in another shape of the rows holds no more
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
  const seenAtHand = useMediaQuery(SEEN_AT_HAND, false, { getInitialValueInEffect: false })
  const rests = !(seenAtHand && virtual.isScrolling)
  // Many rows at once: bit by bit, unless it is scrolled on.
  const hasRested = useDeferredValue(rests)
  return (
    <RestContext value={rests && hasRested}>
      <ReportRows {...shared} pieces={pieces} after={virtual.getTotalSize() - end} />
    </RestContext>
  )
}
