/** The site that a notification is about: how full it is now, where it lies, and when that was last known. */
import { IconMapPin } from '@tabler/icons-react'
import type { Site } from '#contract/views.ts'
import { SimulatedBadge } from '#web/components/badge.tsx'
import { Meter } from '#web/components/meter.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { amount } from '#web/format/numbers.ts'
import classes from './notification-card.module.css'

/** Above this share of its capacity a site is nearly full. */
const NEARLY_FULL = 0.9

export function SiteDetails({ site }: { site: Site }) {
  const { name, location, currentCapacity, maxCapacity, lastUpdated } = site
  const isNearlyFull = currentCapacity > maxCapacity * NEARLY_FULL
  return (
    <div className={classes.site}>
      <h4 className={classes.siteTitle}>
        Site Details <SimulatedBadge of={site} />
      </h4>
      <dl className={classes.facts}>
        <div>
          <dt>Capacity</dt>
          <dd className="ws-figures">
            {amount(currentCapacity)} of {amount(maxCapacity)} t
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
      <Meter
        label={`${name}: capacity used`}
        value={currentCapacity}
        max={maxCapacity}
        tone={isNearlyFull ? 'progress' : 'done'}
      />
    </div>
  )
}
