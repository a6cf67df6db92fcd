/** What the server did not accept, until the driver dismisses it. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { dismiss, repeatNow } from '#web/lib/outbox/action-store.ts'
import { isOutcome, type Stop, type StoredAction } from '#web/lib/outbox/stored-action.ts'
import classes from './driver.module.css'
import { placeTitle } from './texts.ts'

interface RefusedProps {
  userId: string
  actions: readonly StoredAction[]
  stops: readonly Stop[]
}

export function Refused({ userId, actions, stops }: RefusedProps) {
  const refused = actions.filter(({ refusal }) => refusal !== undefined)
  if (refused.length === 0) return null
  const mistimed = refused.filter(isOutcome).filter(({ hasWrongTime }) => hasWrongTime)
  const failed = (error: unknown) => console.warn('This phone could not change what it keeps.', error)
  return (
    <section className={classes.refused} role="alert" aria-label={t`Not accepted`}>
      <h2 className={classes.listTitle}>
        <Trans>Not accepted</Trans>
      </h2>
      <ul>
        {refused.map((action) => (
          <li key={action.key}>
            <b>{nameOf(action, stops)}</b>: {action.refusal}
          </li>
        ))}
      </ul>
      <div className={classes.more}>
        {mistimed.length > 0 && (
          <Button mih={48} onClick={() => repeatNow(userId, mistimed, new Date().toISOString()).catch(failed)}>
            <Trans>Send with the time now</Trans>
          </Button>
        )}
        <Button variant="default" mih={48} onClick={() => dismiss(userId, refused).catch(failed)}>
          <Trans>Dismiss</Trans>
        </Button>
      </div>
    </section>
  )
}

function nameOf({ did }: StoredAction, stops: readonly Stop[]): string {
  if (did.kind === 'step') return stepNames()[did.step]
  const stop = stops.find(({ stopId }) => stopId === did.stopId)
  return stop ? placeTitle(stop) : t`A stop that is no longer on your sheet`
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
