/** The history screen: filters, the list in all its states, and the open event. */
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress, Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type Failure, failureText } from '#web/lib/api/api.ts'
import { percentIndexed, useAuditEventsQuery, usePolling } from '#web/lib/api/audit-events.ts'
import { figure, withUnit } from '#web/lib/format/numbers.ts'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { EventDrawer } from './event-drawer.tsx'
import { FilterBar } from './filter-bar.tsx'
import classes from './history.module.css'
import {
  dateErrorsOf,
  type Filter,
  type HistoryListState,
  type HistoryPage,
  type HistoryQuery,
  historyQueryOf,
  parseHistoryListState,
  queryStringOf,
  useHistoryPagesInfiniteQuery,
} from './history.ts'
import { HistoryList } from './history-list.tsx'

const historyFailure = () => t`The history could not be loaded`
/** Interval in ms at which the screen checks for new events. */
const LOOK_MS = 5_000
const WAITING_ROWS = Array.from({ length: 14 }, (_, row) => `row ${row}`)

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
  const errors = { ...(list.error as Failure | undefined)?.errors, ...wrong }
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const isRead = currentData !== undefined && !currentData.pages[0]?.preparing
  const body = { ...list, pages: currentData?.pages, loadMore, showNewer: () => void fetchPreviousPage() }

  function change(part: Filter) {
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
      <Body {...body} errors={errors} listed={listed} state={state} startAt={startAt} />
      <EventDrawer
        position={state.event}
        hrefOf={(event) => queryStringOf({ ...state, event })}
        hrefOnly={(only) => queryStringOf({ filter: only, start: undefined, event: undefined })}
        close={() => go({ ...state, event: undefined }, true)}
      />
    </>
  )
}

interface BodyProps {
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

function Body({ listed, state, startAt, ...list }: BodyProps) {
  const { pages, errors, error, refetch, loadMore, showNewer, hasNextPage, isFetching } = list
  const events = useMemo(() => pages?.flatMap((page) => page.events) ?? [], [pages])
  const preparing = pages?.[0]?.preparing
  usePolling(preparing !== undefined, refetch)
  const hrefOf = useCallback((event: number) => queryStringOf({ ...state, event }), [state])

  if (Object.keys(errors).length > 0) return <Refused errors={errors} />
  if (error && !pages) return <ErrorState message={failureText(error, historyFailure())} retry={() => void refetch()} />
  if (preparing) return <Preparing {...preparing} />
  if (!pages) return <Waiting />
  return (
    <>
      <Head pages={pages} listed={listed} startAt={startAt} showNewer={showNewer} refresh={refetch} />
      {events.length === 0 ? (
        <Nothing isFiltered={Object.keys(listed.filter).length > 0 || listed.start !== undefined} />
      ) : (
        <HistoryList
          events={events}
          hrefOf={hrefOf}
          opened={state.event}
          more={hasNextPage && !isFetching && !error}
          loadMore={loadMore}
        />
      )}
      {Boolean(error) && <ErrorState message={failureText(error, historyFailure())} retry={loadMore} />}
    </>
  )
}

interface HeadProps extends Pick<BodyProps, 'listed' | 'startAt'> {
  pages: readonly HistoryPage[]
  showNewer(): void
  refresh(): void
}

/** Shows the number of events and a button for newer events. New events do not appear without a click. */
function Head({ pages, listed, startAt, showNewer, refresh }: HeadProps) {
  const [first, last] = [pages[0], pages.at(-1)]
  const newest = first?.events[0]?.position
  const { data: after } = useAuditEventsQuery(
    { ...historyQueryOf(listed.filter), after: newest ?? 0, limit: 1 },
    { refetchOnMountOrArgChange: true, pollingInterval: LOOK_MS },
  )
  const newer = after ? after.events.length + after.newer : (first?.newer ?? 0)
  const shown = pages.reduce((sum, { events }) => sum + events.length, 0)
  const all = newer + shown + (last?.older ?? 0)
  const toNewest = () => (listed.start ? startAt(undefined) : refresh())
  return (
    <div className={classes.head}>
      <p className={classes.count} role="status">
        {listed.start
          ? t`${plural(all, { one: '# event', other: '# events' })}, newest first. ${{ newer: figure(newer) }} are newer than these.`
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
            {listed.start ? t`Newest events` : t`${{ count: figure(newer) }} new – show`}
          </Button>
        </Button.Group>
      )}
    </div>
  )
}

/** Error message for an invalid filter. It has no retry button, because a retry would not help. */
const Refused = ({ errors }: Pick<BodyProps, 'errors'>) => (
  <EmptyState icon={IconHistory} title={t`Correct the filters to see the history`}>
    {[...new Set(Object.values(errors))].join(' ')}
  </EmptyState>
)

function Waiting() {
  return (
    <div className={classes.skeletons} role="status" aria-label={t`Loading…`}>
      {WAITING_ROWS.map((row) => (
        <Skeleton key={row} height={28} />
      ))}
    </div>
  )
}

/** Progress bar for the first indexing, for which the server reads the whole log. */
function Preparing({ done, of }: { done: number; of: number }) {
  const percent = percentIndexed({ done, of })
  return (
    <div className={classes.preparing} role="status">
      <p className={classes.count}>{t`Indexing history: ${{ percent: withUnit(percent, '%') }} of the log…`}</p>
      <Progress value={percent} aria-label={t`Indexing progress`} />
    </div>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState icon={IconHistory} title={isFiltered ? t`No matching events` : t`No events yet`}>
      {isFiltered
        ? t`Remove a filter or choose another time.`
        : t`Every report, collection and change appears here as it happens.`}
    </EmptyState>
  )
}
