/** Details of a route: truck, driver, figures and timeline. */
import type { Schedule } from '#contract/views.ts'
import { VEHICLE_TYPE_LABELS } from '#domain/city.ts'
import { dialString } from '#domain/phone.ts'
import { plannedWork } from '#domain/planning.ts'
import { siteName } from '#web/features/schedules/schedule.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { amount, counted, withUnit } from '#web/lib/format/numbers.ts'
import { exactTime } from '#web/lib/format/times.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { DialogState } from '#web/ui/lazy-panel.tsx'
import { Badge } from '#web/ui/marks.tsx'
import classes from './routes.module.css'
import { estimatedTime, routeBadge, routeStepsOf } from './routes.ts'

export function RouteDetails({ route, opened, close }: DialogState & { route: Schedule }) {
  return (
    <Dialog title={`Route ${route.id}`} size="lg" opened={opened} close={close}>
      <Details route={route} />
    </Dialog>
  )
}

function Details({ route }: { route: Schedule }) {
  const { rows: sites } = useRoom('sites')
  const { vehicle, driverName, driverContact } = route
  const { tone, label } = routeBadge(route)
  const { reports, trips, km, litres } = plannedWork(route)
  const facts = [
    ['Zone', route.zone],
    ['Dumping site', siteName(sites, route.siteId)],
    ['Bins', counted(reports, 'bin')],
    ['Estimated time', estimatedTime(route)],
    ['Trips to the site', String(trips)],
    ['Estimated distance', withUnit(amount(km), 'km')],
    ['Estimated fuel', withUnit(amount(litres), 'L')],
    ['Truck', `${vehicle.id} · ${vehicle.make} ${vehicle.model}`],
    ['Type', VEHICLE_TYPE_LABELS[vehicle.type]],
    ['Registration number', vehicle.registrationNumber || '–'],
    ['Driver', driverName ?? '–'],
  ]
  return (
    <div className={classes.details}>
      <div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>Driver’s contact</dt>
          <dd>
            {driverContact ? (
              <a className={classes.call} href={`tel:${dialString(driverContact)}`}>
                {driverContact}
              </a>
            ) : (
              '–'
            )}
          </dd>
        </div>
      </dl>
      <RouteTimeline route={route} />
    </div>
  )
}

/** Timeline of a route: past steps filled, expected ones hollow. */
function RouteTimeline({ route }: { route: Schedule }) {
  return (
    <section aria-labelledby="course">
      <h3 id="course" className={classes.heading}>
        Timeline
      </h3>
      <ol className={classes.course}>
        {routeStepsOf(route).map(({ id, title, at, expected, note }) => (
          <li key={id} className={classes.step} data-expected={expected || undefined}>
            <span className={classes.stepTitle}>
              <span>{expected ? `${title} (expected)` : title}</span>
              {note && <span className={classes.note}>{` · ${note}`}</span>}
            </span>
            <time dateTime={at} className={classes.note}>
              {exactTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}
