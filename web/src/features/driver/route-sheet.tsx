/**
 * The driver's route sheet: next actions in each phase of a shift.
 * Its head shows truck, unsent entries, and undo of the last outcome.
 */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { getStopExceptionLabels } from '#web/lib/format/bins.ts'
import { formatDayAndTime } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { dismissRefusedActions, requeueOutcomes } from '#web/lib/outbox/action-store.ts'
import { isSendDelayed } from '#web/lib/outbox/stored.ts'
import {
  countUnsent,
  isOutcome,
  type Stop,
  type StopOutcomeBody,
  type StoredAction,
} from '#web/lib/outbox/stored-action.ts'
import { Meter } from '#web/ui/marks.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import classes from './driver.module.css'
import { requestPersistentStorage, stopWatchingPosition, watchPositionIfAllowed } from './phone.ts'
import { describeUnsentActions, type RouteSheetState, type RouteSheetStop, stopPlaceTitleOf } from './sheet-state.ts'
import { ShiftSteps, TakeTruckForm } from './steps.tsx'
import { RouteStops } from './stops.tsx'
import { useDriverActionRecorder, useRouteSheet } from './use-sheet.ts'

/**
 * Renders the driver's list of stops.
 * Renders `loading` until the phone's storage or the server provides the list.
 */
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

function RouteSheetHeader({ shown }: { shown: RouteSheetState }) {
  const { vehicleId, zone, site, left, load, phase, stops } = shown
  const title = vehicleId ?? t`Your route`
  const isCollecting = phase === 'collecting' || phase === 'planned'
  return (
    <header className={classes.head}>
      <div className={classes.headLine}>
        <h1 className={classes.title}>{zone && isCollecting ? `${title} · ${zone}` : title}</h1>
        {isCollecting && stops.length > 0 && (
          <p className={classes.left}>{plural(left, { one: '# stop left', other: '# stops left' })}</p>
        )}
      </div>
      {load && isCollecting && (
        <div className={classes.load}>
          <Meter
            label={t`Load`}
            value={load.bins}
            max={load.capacity}
            tone={load.bins >= load.capacity ? 'critical' : 'done'}
          />
          <p className={classes.hint}>
            {t`${load.bins} of ${load.capacity} bins`}
            {site && ` · ${site.name}`}
          </p>
        </div>
      )}
    </header>
  )
}

/** Line that says which actions still wait for the network. */
function UnsentStatusLine({ actions }: { actions: readonly StoredAction[] }) {
  const unsent = describeUnsentActions(countUnsent(actions))
  return (
    <p className={classes.status} role="status" data-waiting={unsent ? true : undefined}>
      {unsent && <IconCloudUpload size={20} aria-hidden="true" />}
      {unsent || t`Everything is sent`}
    </p>
  )
}

const SECOND_MS = 1_000

interface UndoOfferProps {
  actions: readonly StoredAction[]
  stops: readonly RouteSheetStop[]
  undo(outcome: StoredAction): Promise<void>
}

/** Offers undo of the last outcome for eight seconds, in the lower corner. */
function UndoStopOutcomeOffer({ actions, stops, undo }: UndoOfferProps) {
  const now = useNow(SECOND_MS)
  const last = actions.filter(isOutcome).findLast((action) => !action.tried && isSendDelayed(action, now))
  const stop = last && stops.find(({ stopId }) => stopId === last.did.stopId)
  return (
    <div className={classes.offers} role="status">
      {last && (
        <div className={classes.undo}>
          <p>{stop && undoText(stop, last.did.said)}</p>
          <Button variant="default" mih={48} px="md" className={classes.strong!} onClick={() => void undo(last)}>
            <Trans>Undo</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

function undoText(stop: RouteSheetStop, { outcome, exception }: StopOutcomeBody): string {
  const place = stopPlaceTitleOf(stop)
  if (outcome === 'collected' || !exception) return t`Collected: ${place}`
  const reason = getStopExceptionLabels()[exception]
  return t`${reason}: ${place}`
}

interface RefusedActionsProps {
  userId: string
  actions: readonly StoredAction[]
  stops: readonly Stop[]
}

/** List of actions that the server refused, until the driver dismisses them. */
function RefusedActions({ userId, actions, stops }: RefusedActionsProps) {
  const refused = actions.filter(({ refusal }) => refusal !== undefined)
  if (refused.length === 0) return null
  const mistimed = refused.filter(isOutcome).filter(({ hasWrongTime }) => hasWrongTime)
  const failed = (error: unknown) => console.warn('The stored actions could not be changed.', error)
  return (
    <section className={classes.refused} role="alert" aria-label={t`Not accepted`}>
      <h2 className={classes.listTitle}>
        <Trans>Not accepted</Trans>
      </h2>
      <ul>
        {refused.map((action) => (
          <li key={action.key}>
            <b>{actionName(action, stops)}</b>: {action.refusal}
          </li>
        ))}
      </ul>
      <div className={classes.more}>
        {mistimed.length > 0 && (
          <Button mih={48} onClick={() => requeueOutcomes(userId, mistimed, new Date().toISOString()).catch(failed)}>
            <Trans>Send again with the current time</Trans>
          </Button>
        )}
        <Button variant="default" mih={48} onClick={() => dismissRefusedActions(userId, refused).catch(failed)}>
          <Trans>Dismiss</Trans>
        </Button>
      </div>
    </section>
  )
}

function actionName({ did }: StoredAction, stops: readonly Stop[]): string {
  if (did.kind === 'step') return stepNames()[did.step]
  const stop = stops.find(({ stopId }) => stopId === did.stopId)
  return stop ? stopPlaceTitleOf(stop) : t`A stop that is no longer on your route`
}

const stepNames = () => ({
  takeVehicle: t`Take truck`,
  leaveVehicle: t`Leave truck`,
  depart: t`Start the collection`,
  deliverLoad: t`Go to the site`,
  unloadTruck: t`Unloaded`,
  planNextTrip: t`Next trip`,
  endShift: t`End shift`,
})
