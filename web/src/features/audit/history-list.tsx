/** The history as a virtualized list: a heading per day, a row per event. */

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { HistoryEvent } from '#contract/audit/history.ts'
import { lookUp } from '#domain/dictionary.ts'
import { useCitySettings } from '#web/lib/format/city-terms.ts'
import { figure } from '#web/lib/format/numbers.ts'
import { formatExactTime } from '#web/lib/format/times.ts'
import { SimulatedBadge } from '#web/ui/marks.tsx'
import classes from './history.module.css'
import { addDayHeadings, dayHeading, type ListRow, timeOfDay } from './history.ts'

const ROW_HEIGHT = 36
const OVERSCAN = 12
/** How many rows before the end the next page is loaded. */
const AHEAD = 30

export interface HistoryListProps {
  events: readonly HistoryEvent[]
  /** Returns the address of this screen with one event open: the event at this log position. */
  hrefOf(position: number): string
  opened: number | undefined
  /** True if older events exist and are not being loaded at present. */
  more: boolean
  loadMore(): void
}

export function HistoryList({ events, hrefOf, opened, more, loadMore }: HistoryListProps) {
  const { timeZone } = useCitySettings()
  const rows = useMemo(() => addDayHeadings(events, timeZone), [events, timeZone])
  const list = useRef<HTMLDivElement>(null)
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
    scrollMargin: list.current?.offsetTop ?? 0,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const top = virtual.scrollOffset ?? 0
  const above = top > virtual.options.scrollMargin ? items.find(({ end }) => end > top) : undefined
  useEffect(() => {
    if (more && last >= rows.length - AHEAD) loadMore()
  }, [more, last, rows.length, loadMore])
  const { current, keys } = useKeys({
    ...{ rows, list, isCovered: opened !== undefined },
    show: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
  })

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its links are interactive; arrow keys move between them
    <div ref={list} className={classes.list} style={{ height: virtual.getTotalSize() }} onKeyDown={keys}>
      {above && (
        <div className={classes.sticky} aria-hidden="true">
          <div className={classes.now}>{dayHeading(rows[above.index]?.day ?? '')}</div>
        </div>
      )}
      {items.map(({ index, key, start }) => {
        const row = rows[index]
        if (!row) return null
        const style = { transform: `translateY(${start - virtual.options.scrollMargin}px)` }
        return (
          <div key={key} data-index={index} ref={virtual.measureElement} className={classes.place} style={style}>
            {!row.event ? (
              <h2 className={classes.day}>{dayHeading(row.day)}</h2>
            ) : (
              <Row
                event={row.event}
                href={hrefOf(row.event.position)}
                isOpened={row.event.position === opened}
                isCurrent={index === current}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}

interface RowProps {
  event: HistoryEvent
  href: string
  isOpened: boolean
  /** True for the only row that the Tab key can reach. */
  isCurrent: boolean
}

function Row({ event, href, isOpened, isCurrent }: RowProps) {
  return (
    <Link
      to={href}
      className={classes.row}
      data-event={event.position}
      aria-current={isOpened || undefined}
      tabIndex={isCurrent ? 0 : -1}
      preventScrollReset
    >
      <time className={classes.time} dateTime={event.at} title={formatExactTime(event.at)}>
        {timeOfDay(event.at)}
      </time>
      <span className={classes.sentence}>{event.sentence}</span>
      <SimulatedBadge of={event} />
      <span className={classes.position}>{figure(event.position)}</span>
    </Link>
  )
}

interface KeysProps {
  rows: readonly ListRow[]
  list: RefObject<HTMLElement | null>
  /** True while the drawer with an event covers the list. */
  isCovered: boolean
  show(index: number): void
}

/** Moves between rows with the arrow keys and with j and k. The Tab key reaches only one row. */
function useKeys({ rows, list, isCovered, show }: KeysProps) {
  const [at, setAt] = useState<string>()
  const first = rows.findIndex(({ event }) => event)
  const found = rows.findIndex(({ key }) => key === at)
  const current = found === -1 ? first : found

  function focus(index: number) {
    const row = rows[index]
    if (!row) return
    setAt(row.key)
    show(index)
    // Waits a frame, because a row outside the window must be rendered before it can get the focus.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-event="${row.key}"]`)?.focus())
  }

  function keys(event: KeyboardEvent) {
    const step = lookUp({ ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }, event.key)
    const { target } = event
    if (!step || event.metaKey || event.ctrlKey || event.altKey || !(target instanceof HTMLElement)) return
    event.preventDefault()
    const from = rows.findIndex(({ key }) => key === target.dataset.event)
    let next = from + step
    while (rows[next] && !rows[next]?.event) next += step
    focus(next)
  }
  useFromAnywhere(isCovered ? undefined : () => list.current?.contains(document.activeElement) || focus(current))
  return { current, keys }
}

/** Lets the keys j and k move into the list from anywhere except text fields. */
function useFromAnywhere(enter: (() => unknown) | undefined) {
  const latest = useRef(enter)
  latest.current = enter
  useEffect(() => {
    const listen = ({ key, target, metaKey, ctrlKey, altKey }: globalThis.KeyboardEvent) => {
      const isTyped = (target as HTMLElement).closest('input, select, textarea')
      if ((key === 'j' || key === 'k') && !isTyped && !metaKey && !ctrlKey && !altKey) latest.current?.()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
