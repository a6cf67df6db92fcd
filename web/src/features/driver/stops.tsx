/** The stops of a collection or a load: the present one large, the others as rows, and the undo of the last outcome. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import type { NewOutcome } from '#web/lib/outbox/action-store.ts'
import { isHeld } from '#web/lib/outbox/stored.ts'
import { isOutcome, type StoredAction } from '#web/lib/outbox/stored-action.ts'
import { toast } from '#web/ui/toasts.tsx'
import classes from './driver.module.css'
import { recentPoint } from './position.ts'
import {
  isServed,
  type Listed,
  listStops,
  moved,
  nearestFirst,
  type ShownSheet,
  type ShownStop,
  updateList,
} from './sheet-state.ts'
import { StopCard } from './stop-card.tsx'
import { StopList } from './stop-list.tsx'
import { exceptionLabels, placeTitle } from './texts.ts'
import type { Recorder } from './use-record.ts'
import type { SheetView } from './use-sheet.ts'

interface StopsProps {
  shown: ShownSheet
  view: SheetView
  recorder: Recorder
}

export function Stops({ shown, view, recorder }: StopsProps) {
  const { stops, scheduleId, exceptions, phase } = shown
  const { userId, stored, keep, actions } = view
  const order = stored?.order
  const listing = { stops, scheduleId, order }
  const [list, setList] = useState<Listed>(() => listStops(listing))
  const [chosen, setChosen] = useState<string>()
  if (list.of !== stops) setList(updateList(list, listing, Date.now()))
  const isOpen = (id: string) => !list.gone.has(id) && !isServedIn(list, id)
  const openIds = list.ids.filter(isOpen)
  // A stop stays in the card until the driver leaves it, whatever others do to it.
  const currentId = chosen !== undefined && list.known.has(chosen) ? chosen : openIds[0]
  if (currentId !== undefined && currentId !== chosen) setChosen(currentId)
  const current = currentId === undefined ? undefined : list.known.get(currentId)

  /** Lists the stops anew; `more` comes from the driver's own sorting. */
  function tidy(nextOrder: readonly string[] = list.ids) {
    setList(listStops({ stops, scheduleId, order: nextOrder }))
    keep({ order: nextOrder.filter((id) => !list.gone.has(id)) })
  }

  function showNext(after?: string) {
    setChosen(openIds.find((id) => id !== after))
    tidy()
  }

  async function serve(outcome: NewOutcome) {
    const isCorrection = isServedIn(list, outcome.stopId)
    if (!(await recorder.recordOutcome(outcome))) return
    if (!isCorrection || openIds.length > 0) showNext(outcome.stopId)
  }

  async function placeHere(stopId: string, point: { lat: number; lng: number }) {
    if (await recorder.record({ kind: 'place', stopId, ...point })) toast('success', t`The place of this bin is noted`)
  }

  const move = (id: string, by: -1 | 1) => tidy(moved(list.ids, id, by, new Set(openIds)))
  const here = recentPoint()
  const sort = here && (() => tidy(nearestFirst(stops, here)))
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
          next={isOpen(current.stopId) || openIds.length === 0 ? undefined : () => showNext()}
        />
      ) : (
        <section className={classes.card}>
          <p className={classes.allDone}>
            {phase === 'to site' ? t`Choose a stop to correct it.` : t`All stops have an outcome.`}
          </p>
        </section>
      )}
      <UndoLine actions={actions} list={list} undo={recorder.undo} restore={setChosen} />
      <StopList
        list={list}
        currentId={currentId}
        choose={setChosen}
        move={phase === 'collecting' && openIds.length > 1 ? move : undefined}
        sortByDistance={sort}
      />
    </>
  )
}

const isServedIn = (list: Listed, id: string) => {
  const stop = list.known.get(id)
  return stop !== undefined && isServed(stop)
}

const SECOND_MS = 1_000

interface UndoLineProps {
  actions: readonly StoredAction[]
  list: Listed
  undo(outcome: StoredAction): Promise<void>
  /** Shows the stop again. */
  restore(stopId: string): void
}

/** Offers to undo the last outcome for eight seconds; its height is always reserved. */
function UndoLine({ actions, list, undo, restore }: UndoLineProps) {
  const now = useNow(SECOND_MS)
  const last = actions.filter(isOutcome).findLast((action) => !action.tried && isHeld(action, now))
  const stop = last && list.known.get(last.did.stopId)

  async function press() {
    if (!last) return
    await undo(last)
    restore(last.did.stopId)
  }

  return (
    <div className={classes.undo} role="status">
      {last && stop && (
        <>
          <span className={classes.undoText}>{undoText(stop, last.did.said)}</span>
          <Button variant="default" mih={48} className={classes.strong!} onClick={() => void press()}>
            <Trans>Undo</Trans>
          </Button>
        </>
      )}
    </div>
  )
}

function undoText(stop: ShownStop, { outcome, exception }: NewOutcome['said']): string {
  const place = placeTitle(stop)
  if (outcome === 'collected' || !exception) return t`Collected: ${place}`
  const reason = exceptionLabels()[exception]
  return t`${reason}: ${place}`
}
