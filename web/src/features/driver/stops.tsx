/** Stops of a collection or a load: the current stop as a card, the others as rows. */
import { t } from '@lingui/core/macro'
import { type ReactNode, useEffect, useState } from 'react'
import type { NewStopOutcome } from '#web/lib/outbox/action-store.ts'
import { toast } from '#web/ui/toasts.tsx'
import classes from './driver.module.css'
import { recentPhoneCoordinates } from './phone.ts'
import {
  isListUpToDate,
  isServed,
  listStops,
  moveStop,
  type RouteSheetState,
  type StopListState,
  sortStopsNearestFirst,
  updateStopList,
} from './sheet-state.ts'
import { StopCard } from './stop-card.tsx'
import { StopList } from './stop-list.tsx'
import type { DriverActionRecorder } from './use-record.ts'
import type { RouteSheetView } from './use-sheet.ts'

interface StopsProps {
  shown: RouteSheetState
  view: RouteSheetView
  recorder: DriverActionRecorder
  /** Id of the stop that the card shows. */
  chosen: string | undefined
  choose(stopId: string | undefined): void
  /** Buttons for the steps of the shift, shown between the card and the list. */
  children: ReactNode
}

export function RouteStops({ shown, view, recorder, chosen, choose, children }: StopsProps) {
  const { stops, scheduleId, exceptions, phase } = shown
  const { userId, stored, sort } = view
  const isCollecting = phase === 'collecting'
  const order = stored?.order
  const listing = { stops, scheduleId, order }
  const [list, setList] = useState<StopListState>(() => listStops(listing))
  if (!isListUpToDate(list, listing)) setList(updateStopList(list, listing, Date.now()))
  const isOpen = (id: string) => !list.gone.has(id) && !isServedIn(list, id)
  const openIds = list.ids.filter(isOpen)
  // A stop stays in the card until the driver leaves it, even if others change or collect it.
  const currentId = chosen !== undefined && list.known.has(chosen) ? chosen : isCollecting ? openIds[0] : undefined
  useEffect(() => {
    if (currentId !== chosen) choose(currentId)
  }, [currentId, chosen, choose])
  const current = currentId === undefined ? undefined : list.known.get(currentId)

  /** Recomputes the list without removed stops. Stores the order if the driver has sorted the stops. */
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
    if (await recorder.record({ kind: 'place', stopId, ...point })) toast('success', t`The place of this bin is saved`)
  }

  const move = (id: string, by: -1 | 1) => tidy(moveStop(list.ids, id, by, new Set(openIds)))
  const here = recentPhoneCoordinates()
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
  return stop !== undefined && isServed(stop)
}
