/** Dialogs of a route: show details, change the start, or stop it. */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Schedule } from '#contract/views.ts'
import { toDialString } from '#domain/contacts.ts'
import { truckPlanOf } from '#domain/planning.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { toDateTimeField } from '#web/lib/format/dates.ts'
import { vehicleTypeNameOf } from '#web/lib/format/labels.ts'
import { siteNameOf } from '#web/lib/format/names.ts'
import { formatUpToTenths, withUnit } from '#web/lib/format/numbers.ts'
import { formatExactTime, formatRecentTime, getCitySettings } from '#web/lib/format/times.ts'
import { personNameOf } from '#web/lib/language/person-name.ts'
import { DateTimeField } from '#web/ui/date-field/moment-field.tsx'
import { ChangeErrorAlert, Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { type NamedValue, NamedValueList } from '#web/ui/figure-table.tsx'
import { Badge } from '#web/ui/marks.tsx'
import type { DialogState } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { CommandButton, useCommand } from '#web/ui/use-command.tsx'
import classes from './routes.module.css'
import {
  changedStartOf,
  describeStopConsequences,
  explainFixedStart,
  formatRouteDuration,
  isRouteOver,
  routeBadgeOf,
  routeNameOf,
  routeStepsOf,
  startTimeErrorOf,
  useRescheduleMutation,
  useStopRouteMutation,
} from './routes.ts'

/** Dialog with a route's details: truck, driver, figures, timeline. */
export function RouteDetails({ route, opened, close }: DialogState & { route: Schedule }) {
  return (
    <Dialog title={t`Route ${{ id: route.id }}`} size="lg" opened={opened} close={close}>
      <RouteFacts route={route} />
    </Dialog>
  )
}

function RouteFacts({ route }: { route: Schedule }) {
  const { rows: sites } = useRoom('sites')
  const { vehicle, driverName, driverContact } = route
  const { tone, label } = routeBadgeOf(route)
  const { reports, trips, km, litres } = truckPlanOf(route)
  const facts: NamedValue[] = [
    [t`Zone`, route.zone],
    [t`Dumping site`, siteNameOf(sites, route.siteId)],
    [t`Bins`, plural(reports, { one: '# bin', other: '# bins' })],
    [t`Estimated time`, formatRouteDuration(route)],
    [t`Trips to the site`, String(trips)],
    [t`Estimated distance`, withUnit(formatUpToTenths(km), 'km')],
    [t`Estimated fuel`, withUnit(formatUpToTenths(litres), 'L')],
    [t`Truck`, `${vehicle.id} · ${vehicle.make} ${vehicle.model}`],
    [t`Type`, vehicleTypeNameOf(vehicle.type)],
    [t`Registration number`, vehicle.registrationNumber || '–'],
    [t`Driver`, driverName ? personNameOf(driverName) : '–'],
  ]
  return (
    <div className={classes.details}>
      <div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <NamedValueList className={classes.facts} facts={facts}>
        <div>
          <dt>
            <Trans>Driver’s contact</Trans>
          </dt>
          <dd>
            {driverContact ? (
              <a className={classes.call} href={`tel:${toDialString(driverContact)}`}>
                {driverContact}
              </a>
            ) : (
              '–'
            )}
          </dd>
        </div>
      </NamedValueList>
      <RouteTimeline route={route} />
    </div>
  )
}

/** Timeline of a route: filled markers for past steps, hollow ones for expected steps. */
function RouteTimeline({ route }: { route: Schedule }) {
  return (
    <section aria-labelledby="course">
      <h3 id="course" className={classes.heading}>
        <Trans>Timeline</Trans>
      </h3>
      <ol className={classes.course}>
        {routeStepsOf(route).map(({ id, title, at, expected, note }) => (
          <li key={id} className={classes.step} data-expected={expected || undefined}>
            <span className={classes.stepTitle}>
              <span>{expected ? t`${title} (expected)` : title}</span>
              {note && <span className={classes.note}>{` · ${note}`}</span>}
            </span>
            <time dateTime={at} className={classes.note}>
              {formatExactTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Dialog that changes the start of a route that has not started. */
export function EditRouteDialog({ route, opened, close }: DialogState & { route: Schedule }) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`Edit route ${{ id: route.id }}`} opened={opened} close={close} busy={busy}>
      <StartForm route={route} close={close} setBusy={setBusy} />
    </Dialog>
  )
}

interface StartFormProps {
  route: Schedule
  close(): void
  setBusy(busy: boolean): void
}

function StartForm({ route, close, setBusy }: StartFormProps) {
  const [start, setStart] = useState(() => toDateTimeField(route.scheduledStart))
  const [touched, setTouched] = useState(false)
  const { rows: sites } = useRoom('sites')
  const { pending, failure, send } = useCommand('schedules')
  const [reschedule] = useRescheduleMutation()
  const begun = route.status !== 'scheduled'

  async function submit() {
    setTouched(true)
    const body = changedStartOf(start, route.scheduledStart)
    if (!body) return close()
    if (startTimeErrorOf(start, Date.now())) return
    setBusy(true)
    try {
      const answer = await send({ id: route.id, ...body }, (key) => reschedule({ id: route.id, body, key }).unwrap())
      if (!answer) return
      showToast(
        'success',
        t`Route updated`,
        t`${{ route: routeNameOf(route, sites) }}, at ${{ time: formatRecentTime(body.scheduledStart, Date.now()) }}`,
      )
      close()
    } catch {
      // The dialog shows the error of a failed command, so nothing is left to do.
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap="md">
        <p className={classes.subject}>{routeNameOf(route, sites)}</p>
        <DateTimeField
          toward="future"
          label={t`Start (${{ city: getCitySettings().name }} time)`}
          description={t`The expected completion changes too. Residents of the zone see the new time at once.`}
          value={start}
          error={touched && startTimeErrorOf(start, Date.now())}
          disabled={begun}
          onChange={setStart}
          onBlur={() => setTouched(true)}
          data-autofocus
        />
        {begun && !pending && (
          <p className={classes.plain} role="status">
            {explainFixedStart(route)}
          </p>
        )}
        <ChangeErrorAlert failure={failure} text={t`Failed to update the route`} />
        <DialogFooter act={t`Save`} close={close} pending={pending} disabled={begun} />
      </Stack>
    </form>
  )
}

/** Dialog that confirms stopping a running route and lists the consequences. */
export function StopRouteDialog({ route, opened, close }: DialogState & { route: Schedule }) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`Stop route ${{ id: route.id }}?`} opened={opened} close={close} busy={busy}>
      <StopConfirmation route={route} close={close} setBusy={setBusy} />
    </Dialog>
  )
}

interface StopConfirmationProps {
  route: Schedule
  close(): void
  setBusy(busy: boolean): void
}

function StopConfirmation({ route, close, setBusy }: StopConfirmationProps) {
  const { rows: sites } = useRoom('sites')
  const { failure, send } = useCommand('schedules')
  const [stopRoute] = useStopRouteMutation()
  const [sent, setSent] = useState(false)
  const name = routeNameOf(route, sites)
  // True if the route has ended, unless this dialog ended it.
  const over = isRouteOver(route) && !sent

  async function end() {
    const body = { status: 'cancelled' as const }
    setBusy(true)
    setSent(true)
    try {
      const answer = await send({ id: route.id }, (key) => stopRoute({ id: route.id, body, key }).unwrap())
      if (!answer) return
      showToast('success', t`Route stopped`, name)
      close()
    } catch {
      // Ignores the error, because the dialog already shows why the command failed.
      setSent(false)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack gap="md">
      <p className={classes.subject}>{name}</p>
      {over ? (
        <p className={classes.plain} role="status">
          {route.status === 'completed' ? t`This route is already completed.` : t`This route was already stopped.`}
        </p>
      ) : (
        <ul className={classes.consequences}>
          {describeStopConsequences(route).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <ChangeErrorAlert failure={failure} text={t`Failed to stop the route`} />
      <Group grow>
        <Button variant="default" size="md" mih={48} onClick={close} disabled={sent} data-autofocus>
          <Trans>Keep Route</Trans>
        </Button>
        <CommandButton
          color="statusCritical.6"
          size="md"
          mih={48}
          loading={sent}
          disabled={over}
          onClick={() => void end()}
        >
          <Trans>Stop Route</Trans>
        </CommandButton>
      </Group>
    </Stack>
  )
}
