/** The driver's route sheet: the next actions in each phase of a shift. */
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { formatDayAndTime } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { isOutcome, type StoredAction } from '#web/lib/outbox/stored-action.ts'
import { ErrorState } from '#web/ui/states.tsx'
import classes from './driver.module.css'
import { requestPersistentStorage, stopWatchingPosition, watchPositionIfAllowed } from './phone.ts'
import { RefusedActions, RouteSheetHeader, UndoStopOutcomeOffer, UnsentStatusLine } from './sheet-head.tsx'
import type { RouteSheetState } from './sheet-state.ts'
import { ShiftSteps, TakeTruckForm } from './steps.tsx'
import { RouteStops } from './stops.tsx'
import { useDriverActionRecorder } from './use-record.ts'
import { useRouteSheet } from './use-sheet.ts'

/** Renders the route sheet of the signed-in driver. Shows `loading` until the phone or the server has a sheet. */
export function RouteSheet({ loading }: { loading: ReactNode }) {
  const view = useRouteSheet()
  const recorder = useDriverActionRecorder(view.userId)
  const [chosen, choose] = useState<string>()
  useEffect(() => {
    void watchPositionIfAllowed()
    void requestPersistentStorage()
    return stopWatchingPosition
  }, [])
  const { shown, actions, stored, error, retry, dismissEnd, userId } = view
  if (!shown) return error ? <ErrorState message={error} retry={retry} /> : loading
  const { phase, stops } = shown

  const hasStops = phase === 'collecting' || (phase === 'to site' && stops.length > 0)
  const steps = <ShiftSteps shown={shown} recorder={recorder} />

  async function undo(outcome: StoredAction) {
    await recorder.undo(outcome)
    if (isOutcome(outcome)) choose(outcome.did.stopId)
  }

  const endedZone = stored?.endedZone
  return (
    <div className={classes.page}>
      <RouteSheetHeader shown={shown} />
      <UnsentStatusLine actions={actions} />
      <UndoStopOutcomeOffer actions={actions} stops={stops} undo={undo} />
      {endedZone !== undefined && (
        <section className={classes.notice} role="status">
          <p>
            <Trans>
              Your collection in <b>{endedZone}</b> has ended. Your entries are saved and will be sent.
            </Trans>
          </p>
          <Button variant="default" mih={48} onClick={dismissEnd}>
            <Trans>OK</Trans>
          </Button>
        </section>
      )}
      <RefusedActions userId={userId} actions={actions} stops={stops} />
      {phase === 'to site' && <PhaseNote shown={shown} />}
      {phase === 'no truck' ? (
        <TakeTruckForm recorder={recorder} />
      ) : hasStops ? (
        <RouteStops
          key={shown.scheduleId ?? 'load'}
          shown={shown}
          view={view}
          recorder={recorder}
          chosen={chosen}
          choose={choose}
        >
          {steps}
        </RouteStops>
      ) : (
        <>
          {phase !== 'to site' && (
            <section className={classes.card}>
              <PhaseNote shown={shown} />
            </section>
          )}
          {steps}
        </>
      )}
    </div>
  )
}

const MINUTE_MS = 60_000

/** One sentence that says what comes next in the shift. */
function PhaseNote({ shown }: { shown: RouteSheetState }) {
  const now = useNow(MINUTE_MS)
  const { phase, scheduledStart, boundFor, site, stops } = shown
  const name = site?.name ?? boundFor ?? t`the site`
  if (phase === 'to site') return <p className={classes.allDone}>{t`Bring the load to ${name}.`}</p>
  if (phase === 'planned') {
    const start = scheduledStart ? formatDayAndTime(scheduledStart, now) : '–'
    const count = plural(stops.length, { one: 'about # stop', other: 'about # stops' })
    return (
      <p className={classes.allDone}>{t`Planned for ${start}, ${count}. You see where the bins are once you start.`}</p>
    )
  }
  if (phase === 'next trip')
    return (
      <p className={classes.allDone}>{t`You asked for the next trip. Its stops appear here when you are online.`}</p>
    )
  if (phase === 'idle')
    return <p className={classes.allDone}>{t`No collection is planned for your truck. The next one appears here.`}</p>
  return null
}
