/** Text version of the map: trucks with destination and progress. */
import type { Site } from '#contract/views.ts'
import { siteName } from '#web/features/schedules/site-name.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { type Journey, progressText } from './journeys.ts'
import classes from './trucks-under-way.module.css'

const STEP_MS = 10_000

export interface TrucksUnderWayProps {
  journeys: readonly Journey[]
  sites: readonly Site[]
}

export function TrucksUnderWay({ journeys, sites }: TrucksUnderWayProps) {
  const now = useNow(STEP_MS)
  return (
    <section aria-labelledby="trucks-under-way">
      <h3 id="trucks-under-way" className={classes.heading}>
        Trucks under way
      </h3>
      {journeys.length === 0 ? (
        <p className={classes.note}>No truck is on a route or a delivery now.</p>
      ) : (
        <ul className={classes.list}>
          {journeys.map((journey) => (
            <li key={journey.truckId}>
              <b>{journey.truckId}</b> {journey.zone} → {siteName(sites, journey.siteId)}
              <span className={classes.note}>
                {' '}
                {journey.kind === 'collection' ? 'Collection' : 'Delivery'}, {progressText(journey, now)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
