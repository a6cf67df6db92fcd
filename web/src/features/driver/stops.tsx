/**
 * Stops of a collection or load.
 * The current stop is a card, the other stops are rows.
 */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCheck, IconCircle, IconX } from '@tabler/icons-react'
import { memo, type ReactNode, useEffect, useState } from 'react'
import { lookUp } from '#domain/dictionary.ts'
import { useRowHighlight } from '#web/lib/feed/use-room.ts'
import { formatTimeAgo } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import type { NewStopOutcome } from '#web/lib/outbox/action-store.ts'
import { showToast } from '#web/ui/toasts.tsx'
import classes from './driver.module.css'
import { getRecentPhoneCoordinates } from './phone.ts'
import {
  describeStopOutcome,
  isListUpToDate,
  isStopServed,
  listStops,
  moveStop,
  type RouteSheetState,
  type RouteSheetStop,
  type StopListState,
  sortStopsNearestFirst,
  stopPlaceTitleOf,
  updateStopList,
} from './sheet-state.ts'
import { StopCard } from './stop-card.tsx'
import type { DriverActionRecorder, RouteSheetView } from './use-sheet.ts'

interface RouteStopsProps {
  shown: RouteSheetState
  view: RouteSheetView
  recorder: DriverActionRecorder
  /** Id of the stop that the card shows. */
  chosen: string | undefined
  choose(stopId: string | undefined): void
  /** Buttons for the steps of the driver's shift, shown between the stop's card and the list. */
  children: ReactNode
}

export function RouteStops({ shown, view, recorder, chosen, choose, children }: RouteStopsProps) {
  const { stops, scheduleId, exceptions, phase } = shown
  const { userId, stored, sort } = view
  const isCollecting = phase === 'collecting'
  const order = stored?.order
  const listing = { stops, scheduleId, order }
  const [list, setList] = useState<StopListState>(() => listStops(listing))
  if (!isListUpToDate(list, listing)) setList(updateStopList(list, listing, Date.now()))
  const isOpen = (id: string) => !list.gone.has(id) && !isServedIn(list, id)
  const openIds = list.ids.filter(isOpen)
  // The card shows a stop until the driver leaves it, even if other users change the stop.
  const currentId = chosen !== undefined && list.known.has(chosen) ? chosen : isCollecting ? openIds[0] : undefined
  useEffect(() => {
    if (currentId !== chosen) choose(currentId)
  }, [currentId, chosen, choose])
  const current = currentId === undefined ? undefined : list.known.get(currentId)

  /**
   * Computes the list of stops again, without removed stops.
   * If the driver sorted the list, stores its order.
   */
  function tidy(nextOrder: readonly string[] = list.ids) {
    const order = nextOrder.filter((id) => !list.gone.has(id))
    setList(listStops({ stops, scheduleId, order }))
    sort({ order, scheduleId: scheduleId ?? shown.loadOf })
  }

  function showNext(after?: string) {
    choose(openIds.find((id) => id !== after))
    tidy()
  }

  async function serve(outcome: NewStopOutcome) {
    const isCorrection = isServedIn(list, outcome.stopId)
    if (!(await recorder.recordOutcome(outcome))) return
    if (isCollecting && (!isCorrection || openIds.length > 0)) showNext(outcome.stopId)
  }

  async function placeHere(stopId: string, point: { lat: number; lng: number }) {
    if (await recorder.record({ kind: 'place', stopId, ...point }))
      showToast('success', t`The place of this bin is saved`)
  }

  const move = (id: string, by: -1 | 1) => tidy(moveStop(list.ids, id, by, new Set(openIds)))
  const here = getRecentPhoneCoordinates()
  const sortByDistance = here && (() => tidy(sortStopsNearestFirst(stops, here)))
  return (
    <>
      {current ? (
        <StopCard
          key={current.stopId}
          stop={current}
          isGone={list.gone.has(current.stopId)}
          userId={userId}
          exceptions={exceptions}
          serve={(outcome) => void serve(outcome)}
          placeHere={(stopId, point) => void placeHere(stopId, point)}
          next={!isCollecting || isOpen(current.stopId) || openIds.length === 0 ? undefined : () => showNext()}
        />
      ) : (
        <section className={classes.card}>
          <p className={classes.allDone}>{isCollecting ? t`All stops are done.` : t`Choose a stop to correct it.`}</p>
        </section>
      )}
      {children}
      <StopList
        list={list}
        currentId={currentId}
        choose={choose}
        move={isCollecting && openIds.length > 1 ? move : undefined}
        sortByDistance={sortByDistance}
      />
    </>
  )
}

const isServedIn = (list: StopListState, id: string) => {
  const stop = list.known.get(id)
  return stop !== undefined && isStopServed(stop)
}

const MINUTE_MS = 60_000

interface StopListProps {
  list: StopListState
  currentId: string | undefined
  choose(id: string): void
  /**
   * Moves an open stop one place up or down.
   * Undefined if stops cannot be moved now.
   */
  move: ((id: string, by: -1 | 1) => void) | undefined
  /** Sorts stops by distance; undefined if the driver's position is unknown. */
  sortByDistance: (() => void) | undefined
}

/**
 * Lists all stops in the driver's order.
 * A pressed stop is shown in detail on a card.
 */
function StopList({ list, currentId, choose, move, sortByDistance }: StopListProps) {
  const [isSorting, setSorting] = useState(false)
  const now = useNow(MINUTE_MS)
  const sorts = isSorting && move
  return (
    <section className={classes.list} aria-label={t`All stops`}>
      <div className={classes.listHead}>
        <h2 className={classes.listTitle}>
          <Trans>All stops</Trans>
        </h2>
        {sorts && sortByDistance && (
          <Button variant="default" mih={48} onClick={sortByDistance}>
            <Trans>Nearest first</Trans>
          </Button>
        )}
        {move && (
          <Button variant="default" mih={48} aria-pressed={isSorting} onClick={() => setSorting(!isSorting)}>
            {isSorting ? t`Done` : t`Sort`}
          </Button>
        )}
      </div>
      <ol className={classes.rows}>
        {list.ids.map((id, n) => {
          const stop = list.known.get(id)
          return (
            stop && (
              <StopRow
                key={id}
                stop={stop}
                number={n + 1}
                isCurrent={id === currentId}
                isGone={list.gone.has(id)}
                changedAt={lookUp(list.changedAt, id)}
                now={now}
                choose={choose}
                move={sorts || undefined}
              />
            )
          )
        })}
      </ol>
    </section>
  )
}

interface StopRowProps {
  stop: RouteSheetStop
  number: number
  isCurrent: boolean
  isGone: boolean
  changedAt: number | undefined
  now: number
  choose(id: string): void
  move: ((id: string, by: -1 | 1) => void) | undefined
}

const StopRow = memo(function StopRow({ stop, number, isCurrent, isGone, changedAt, now, choose, move }: StopRowProps) {
  const marked = useRowHighlight(changedAt)
  const { stopId, since } = stop
  const title = stopPlaceTitleOf(stop)
  const done = isStopServed(stop)
  const Icon = done ? (stop.collected ? IconCheck : IconX) : IconCircle
  return (
    <li className={classes.row} data-marked={marked || undefined} data-gone={isGone || undefined}>
      <button
        type="button"
        className={classes.rowButton}
        aria-current={isCurrent || undefined}
        data-acts-on={stopId}
        onClick={() => choose(stopId)}
      >
        <Icon size={20} aria-hidden="true" />
        <span className={classes.number}>{number}</span>
        <span className={classes.rowText}>
          <span className={classes.rowTitle}>{title}</span>
          <span className={classes.hint}>{stopHint(stop, isGone, formatTimeAgo(since, now))}</span>
        </span>
      </button>
      {move && !done && !isGone && (
        <span className={classes.moves} data-acts-on={stopId}>
          <button
            type="button"
            className={classes.move}
            aria-label={t`Move ${title} up`}
            onClick={() => move(stopId, -1)}
          >
            <IconArrowUp size={22} aria-hidden="true" />
          </button>
          <button
            type="button"
            className={classes.move}
            aria-label={t`Move ${title} down`}
            onClick={() => move(stopId, 1)}
          >
            <IconArrowDown size={22} aria-hidden="true" />
          </button>
        </span>
      )}
    </li>
  )
})

function stopHint(stop: RouteSheetStop, isGone: boolean, ago: string): string {
  if (isGone) return t`No longer on your route`
  if (stop.isRefused) return t`Not accepted`
  const outcome = describeStopOutcome(stop)
  if (outcome && stop.isUnsent) return t`${outcome} · not sent yet`
  return outcome ?? t`Reported ${ago}`
}
