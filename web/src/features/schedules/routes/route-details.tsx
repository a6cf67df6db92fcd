/** Details of a route: truck, driver, figures and timeline. */
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Schedule } from '#contract/views.ts'
import { dialString } from '#domain/phone.ts'
import { truckPlanOf } from '#domain/planning.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { vehicleTypeName } from '#web/lib/format/labels.ts'
import { siteName } from '#web/lib/format/names.ts'
import { formatUpToTenths, withUnit } from '#web/lib/format/numbers.ts'
import { formatExactTime } from '#web/lib/format/times.ts'
import { personName } from '#web/lib/language/person-name.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Fact, Facts } from '#web/ui/facts.tsx'
import type { DialogState } from '#web/ui/lazy-panel.tsx'
import { Badge } from '#web/ui/marks.tsx'
import classes from './routes.module.css'
import { routeBadge, routeDurationText, routeStepsOf } from './routes.ts'

export function RouteDetails({ route, opened, close }: DialogState & { route: Schedule }) {
  return (
    <Dialog title={t`Route ${{ id: route.id }}`} size="lg" opened={opened} close={close}>
      <Details route={route} />
    </Dialog>
  )
}

function Details({ route }: { route: Schedule }) {
  const { rows: sites } = useRoom('sites')
  const { vehicle, driverName, driverContact } = route
  const { tone, label } = routeBadge(route)
  const { reports, trips, km, litres } = truckPlanOf(route)
  const facts: Fact[] = [
    [t`Zone`, route.zone],
    [t`Dumping site`, siteName(sites, route.siteId)],
    [t`Bins`, plural(reports, { one: '# bin', other: '# bins' })],
    [t`Estimated time`, routeDurationText(route)],
    [t`Trips to the site`, String(trips)],
    [t`Estimated distance`, withUnit(formatUpToTenths(km), 'km')],
    [t`Estimated fuel`, withUnit(formatUpToTenths(litres), 'L')],
    [t`Truck`, `${vehicle.id} · ${vehicle.make} ${vehicle.model}`],
    [t`Type`, vehicleTypeName(vehicle.type)],
    [t`Registration number`, vehicle.registrationNumber || '–'],
    [t`Driver`, driverName ? personName(driverName) : '–'],
  ]
  return (
    <div className={classes.details}>
      <div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <Facts className={classes.facts} facts={facts}>
        <div>
          <dt>
            <Trans>Driver’s contact</Trans>
          </dt>
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
      </Facts>
      <RouteTimeline route={route} />
    </div>
  )
}

/** Timeline of a route. Marks of past steps are filled, marks of expected steps are hollow. */
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
