/** Details of a route: truck, driver, figures and timeline. */

import type { Schedule } from '#contract/views.ts'
import { VEHICLE_TYPE_LABELS } from '#rules/city.ts'
import { dialled } from '#rules/phone.ts'
import { workOf } from '#rules/planning.ts'
import { Badge } from '#web/components/badge.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import type { DialogState } from '#web/components/lazy-dialog.tsx'
import { siteName } from '#web/features/collections/site-name.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { amount, counted, withUnit } from '#web/format/numbers.ts'
import { RouteCourse } from './route-course.tsx'
import classes from './route-details.module.css'
import { estimatedTime, routeBadge } from './route-words.ts'

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
  const { reports, trips, km, litres } = workOf(route)
  const facts = {
    Zone: route.zone,
    'Dumping site': siteName(sites, route.siteId),
    Bins: counted(reports, 'bin'),
    'Estimated time': estimatedTime(route),
    'Trips to the site': String(trips),
    'Estimated distance': withUnit(amount(km), 'km'),
    'Estimated fuel': withUnit(amount(litres), 'L'),
    Truck: `${vehicle.id} · ${vehicle.make} ${vehicle.model}`,
    Type: VEHICLE_TYPE_LABELS[vehicle.type],
    'Registration number': vehicle.registrationNumber || '–',
    Driver: driverName ?? '–',
  }
  return (
    <div className={classes.details}>
      <div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <dl className={classes.facts}>
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>Driver’s contact</dt>
          <dd>
            {driverContact ? (
              <a className={classes.call} href={`tel:${dialled(driverContact)}`}>
                {driverContact}
              </a>
            ) : (
              '–'
            )}
          </dd>
        </div>
      </dl>
      <RouteCourse route={route} />
    </div>
  )
}
