/** Screen of the audit history: filters, the list of events, and the opened event. */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress, Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { HistoryEvent } from '#contract/audit/history.ts'
import { lookUp } from '#domain/dictionary.ts'
import { failureTextOf, type RequestFailure } from '#web/lib/api/api.ts'
import { indexedLogPercentOf, useAuditEventsQuery, usePolling } from '#web/lib/api/audit-events.ts'
import { formatNumber, withUnit } from '#web/lib/format/numbers.ts'
import { formatExactTime, useCitySettings } from '#web/lib/format/times.ts'
import { SimulatedBadge } from '#web/ui/marks.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { EventDrawer } from './event-drawer.tsx'
import { FilterBar } from './filter-bar.tsx'
import classes from './history.module.css'
import {
  addDayHeadings,
  dateErrorsOf,
  formatDayHeading,
  formatEventTime,
  type HistoryFilterValues,
  type HistoryListRow,
  type HistoryListState,
  type HistoryPage,
  type HistoryQuery,
  historyQueryOf,
  parseHistoryListState,
  queryStringOf,
  useHistoryPagesInfiniteQuery,
} from './history.ts'

const historyFailure = () => t`The history could not be loaded`
/** Interval in ms at which the screen checks for new events. */
const POLL_MS = 5_000
const SKELETON_ROWS = Array.from({ length: 14 }, (_, row) => `row ${row}`)

export function HistoryScreen() {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => parseHistoryListState(params), [params])
  const { filter, start } = state
  const go = (next: HistoryListState, replace = false) =>
    setParams(new URLSearchParams(queryStringOf(next)), { replace, preventScrollReset: true })
  const listed = useMemo(() => ({ filter, start }), [filter, start])
  const wrong = dateErrorsOf(filter)
  const { currentData, fetchNextPage, fetchPreviousPage, ...list } = useHistoryPagesInfiniteQuery(listed, {
    refetchOnMountOrArgChange: true,
    skip: Object.keys(wrong).length > 0,
  })
  const errors = { ...(list.error as RequestFailure | undefined)?.errors, ...wrong }
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const isRead = currentData !== undefined && !currentData.pages[0]?.preparing
  const body = { ...list, pages: currentData?.pages, loadMore, showNewer: () => void fetchPreviousPage() }

  function change(part: HistoryFilterValues) {
    go({ ...state, filter: { ...filter, ...part } })
    window.scrollTo(0, 0)
  }
  function startAt(next: HistoryListState['start']) {
    go({ ...state, start: next })
    window.scrollTo(0, 0)
  }

  return (
    <>
      <FilterBar isRead={isRead} filter={filter} errors={errors} change={change} jump={startAt} />
      <HistoryBody {...body} errors={errors} listed={listed} state={state} startAt={startAt} />
      <EventDrawer
        position={state.event}
        hrefOf={(event) => queryStringOf({ ...state, event })}
        hrefOnly={(only) => queryStringOf({ filter: only, start: undefined, event: undefined })}
        close={() => go({ ...state, event: undefined }, true)}
      />
    </>
  )
}

interface HistoryBodyProps {
  pages: readonly HistoryPage[] | undefined
  /** Error messages by filter name. */
  errors: Readonly<Record<string, string>>
  error?: unknown
  hasNextPage: boolean
  isFetching: boolean
  refetch(): unknown
  loadMore(): void
  showNewer(): void
  listed: HistoryQuery
  state: HistoryListState
  startAt(start: HistoryListState['start']): void
}

function HistoryBody({ listed, state, startAt, ...list }: HistoryBodyProps) {
  const { pages, errors, error, refetch, loadMore, showNewer, hasNextPage, isFetching } = list
  const events = useMemo(() => pages?.flatMap((page) => page.events) ?? [], [pages])
  const preparing = pages?.[0]?.preparing
  usePolling(preparing !== undefined, refetch)
  const hrefOf = useCallback((event: number) => queryStringOf({ ...state, event }), [state])

  if (Object.keys(errors).length > 0) return <InvalidFilter errors={errors} />
  if (error && !pages)
    return <ErrorState message={failureTextOf(error, historyFailure())} retry={() => void refetch()} />
  if (preparing) return <IndexingProgress {...preparing} />
  if (!pages) return <HistorySkeleton />
  return (
    <>
      <HistoryHead pages={pages} listed={listed} startAt={startAt} showNewer={showNewer} refresh={refetch} />
      {events.length === 0 ? (
        <EmptyHistory isFiltered={Object.keys(listed.filter).length > 0 || listed.start !== undefined} />
      ) : (
        <HistoryList
          events={events}
          hrefOf={hrefOf}
          opened={state.event}
          more={hasNextPage && !isFetching && !error}
          loadMore={loadMore}
        />
      )}
      {Boolean(error) && <ErrorState message={failureTextOf(error, historyFailure())} retry={loadMore} />}
    </>
  )
}

interface HistoryHeadProps extends Pick<HistoryBodyProps, 'listed' | 'startAt'> {
  pages: readonly HistoryPage[]
  showNewer(): void
  refresh(): void
}

/**
 * Shows the number of events.
 * A button loads newer events, never automatically.
 */
function HistoryHead({ pages, listed, startAt, showNewer, refresh }: HistoryHeadProps) {
  const [first, last] = [pages[0], pages.at(-1)]
  const newest = first?.events[0]?.position
  const { data: after } = useAuditEventsQuery(
    { ...historyQueryOf(listed.filter), after: newest ?? 0, limit: 1 },
    { refetchOnMountOrArgChange: true, pollingInterval: POLL_MS },
  )
  const newer = after ? after.events.length + after.newer : (first?.newer ?? 0)
  const shown = pages.reduce((sum, { events }) => sum + events.length, 0)
  const all = newer + shown + (last?.older ?? 0)
  const toNewest = () => (listed.start ? startAt(undefined) : refresh())
  return (
    <div className={classes.head}>
      <p className={classes.count} role="status">
        {listed.start
          ? t`${plural(all, { one: '# event', other: '# events' })}, newest first. ${{ newer: formatNumber(newer) }} are newer than these.`
          : t`${plural(all, { one: '# event', other: '# events' })}, newest first`}
      </p>
      {newer > 0 && (
        <Button.Group>
          {listed.start && (
            <Button variant="default" size="xs" onClick={showNewer}>
              <Trans>Newer events</Trans>
            </Button>
          )}
          <Button variant="default" size="xs" onClick={toNewest}>
            {listed.start ? t`Newest events` : t`${{ count: formatNumber(newer) }} new – show`}
          </Button>
        </Button.Group>
      )}
    </div>
  )
}

/** Error message for an invalid filter, without retry, which would not help. */
const InvalidFilter = ({ errors }: Pick<HistoryBodyProps, 'errors'>) => (
  <EmptyState icon={IconHistory} title={t`Correct the filters to see the history`}>
    {[...new Set(Object.values(errors))].join(' ')}
  </EmptyState>
)

function HistorySkeleton() {
  return (
    <div className={classes.skeletons} role="status" aria-label={t`Loading…`}>
      {SKELETON_ROWS.map((row) => (
        <Skeleton key={row} height={28} />
      ))}
    </div>
  )
}

/** Progress of the first indexing, which reads the whole log. */
function IndexingProgress({ done, of }: { done: number; of: number }) {
  const percent = indexedLogPercentOf({ done, of })
  return (
    <div className={classes.preparing} role="status">
      <p className={classes.count}>{t`Indexing history: ${{ percent: withUnit(percent, '%') }} of the log…`}</p>
      <Progress value={percent} aria-label={t`Indexing progress`} />
    </div>
  )
}

function EmptyHistory({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState icon={IconHistory} title={isFiltered ? t`No matching events` : t`No events yet`}>
      {isFiltered
        ? t`Remove a filter or choose another time.`
        : t`Every report, collection and change appears here as it happens.`}
    </EmptyState>
  )
}

const ROW_HEIGHT = 36
const OVERSCAN = 12
/** Number of remaining rows at which the next page loads. */
const PRELOAD_ROWS = 30

interface HistoryListProps {
  events: readonly HistoryEvent[]
  /** Returns the address that shows the history screen with one event open. */
  hrefOf(position: number): string
  opened: number | undefined
  /** True if older events exist and are not loading. */
  more: boolean
  loadMore(): void
}

/** The history as a virtualized list: day headings and event rows. */
function HistoryList({ events, hrefOf, opened, more, loadMore }: HistoryListProps) {
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
    if (more && last >= rows.length - PRELOAD_ROWS) loadMore()
  }, [more, last, rows.length, loadMore])
  const { current, keys } = useRowKeys({
    ...{ rows, list, isCovered: opened !== undefined },
    show: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
  })

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its links are interactive; arrow keys move between them
    <div ref={list} className={classes.list} style={{ height: virtual.getTotalSize() }} onKeyDown={keys}>
      {above && (
        <div className={classes.sticky} aria-hidden="true">
          <div className={classes.now}>{formatDayHeading(rows[above.index]?.day ?? '')}</div>
        </div>
      )}
      {items.map(({ index, key, start }) => {
        const row = rows[index]
        if (!row) return null
        const style = { transform: `translateY(${start - virtual.options.scrollMargin}px)` }
        return (
          <div key={key} data-index={index} ref={virtual.measureElement} className={classes.place} style={style}>
            {!row.event ? (
              <h2 className={classes.day}>{formatDayHeading(row.day)}</h2>
            ) : (
              <HistoryRow
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

interface HistoryRowProps {
  event: HistoryEvent
  href: string
  isOpened: boolean
  /** True for the only row that the Tab key can reach. */
  isCurrent: boolean
}

function HistoryRow({ event, href, isOpened, isCurrent }: HistoryRowProps) {
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
        {formatEventTime(event.at)}
      </time>
      <span className={classes.sentence}>{event.sentence}</span>
      <SimulatedBadge of={event} />
      <span className={classes.position}>{formatNumber(event.position)}</span>
    </Link>
  )
}

interface RowKeysProps {
  rows: readonly HistoryListRow[]
  list: RefObject<HTMLElement | null>
  /** True while the drawer with an event covers the list. */
  isCovered: boolean
  show(index: number): void
}

/**
 * Handles keys in the list of events: arrow keys, j and k select another row.
 * The Tab key reaches only the selected row.
 */
function useRowKeys({ rows, list, isCovered, show }: RowKeysProps) {
  const [at, setAt] = useState<string>()
  const first = rows.findIndex(({ event }) => event)
  const found = rows.findIndex(({ key }) => key === at)
  const current = found === -1 ? first : found

  function focus(index: number) {
    const row = rows[index]
    if (!row) return
    setAt(row.key)
    show(index)
    // Waits for the next frame, because a row must be rendered before it can get the focus.
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
  useKeysFromAnywhere(isCovered ? undefined : () => list.current?.contains(document.activeElement) || focus(current))
  return { current, keys }
}

/**
 * Lets the keys j and k move the focus into the list.
 * In text fields, the keys type letters as usual.
 */
function useKeysFromAnywhere(enter: (() => unknown) | undefined) {
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
