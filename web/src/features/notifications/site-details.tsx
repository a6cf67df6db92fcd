/** Site of a notification: current fill level, location and last update. */
import { IconMapPin } from '@tabler/icons-react'
import type { Site } from '#contract/views.ts'
import { SimulatedBadge } from '#web/components/badge.tsx'
import { Meter } from '#web/components/meter.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { amount, withUnit } from '#web/format/numbers.ts'
import classes from './notification-card.module.css'

/** Shares of the capacity, equal to those of the site's screen. */
const CRITICAL_ABOVE = 0.9
const HIGH_ABOVE = 0.7

export function SiteDetails({ site }: { site: Site }) {
  const { name, location, currentCapacity, maxCapacity, lastUpdated } = site
  return (
    <div className={classes.site}>
      <h4 className={classes.siteTitle}>
        Site Details <SimulatedBadge of={site} />
      </h4>
      <dl className={classes.facts}>
        <div>
          <dt>Capacity</dt>
          <dd className="ws-figures">
            {amount(currentCapacity)} of {withUnit(amount(maxCapacity), 't')}
          </dd>
        </div>
        <div>
          <dt>Location</dt>
          <dd>
            <IconMapPin size={14} aria-hidden="true" /> {location}
          </dd>
        </div>
        <div>
          <dt>Last updated</dt>
          <dd>{lastUpdated ? <RelativeTime iso={lastUpdated} /> : 'Never'}</dd>
        </div>
      </dl>
      <Meter label={`${name}: capacity used`} value={currentCapacity} max={maxCapacity} tone={toneOf(site)} />
    </div>
  )
}

function toneOf({ currentCapacity, maxCapacity }: Site) {
  if (currentCapacity > maxCapacity * CRITICAL_ABOVE) return 'critical'
  return currentCapacity > maxCapacity * HIGH_ABOVE ? 'progress' : 'done'
}
