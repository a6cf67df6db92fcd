/** Tomorrow's Forecast: volume with interval, and composition. */

import type { NextDay } from '#contract/views.ts'
import { regularityText } from '#domain/regularity.ts'
import { tenths } from '#web/lib/format/numbers.ts'
import { longDay } from '#web/lib/format/times.ts'
import { SimulatedBadge, SourceMark } from '#web/ui/marks.tsx'
import { MaterialRows } from '#web/ui/materials/materials.tsx'
import { Panel } from '#web/ui/page.tsx'
import { acrossDistricts, likely } from './forecast-words.ts'
import classes from './forecasts.module.css'

export function Tomorrow({ nextDay }: { nextDay: NextDay }) {
  const { date, total_waste_tonnes, interval, composition_percent, districts, regularity } = nextDay
  return (
    <Panel title="Tomorrow's Forecast" aside={<Marks nextDay={nextDay} />}>
      <div className={classes.tomorrow}>
        <dl className={classes.volume}>
          <dt>Total Waste Volume</dt>
          <dd>
            <b className={classes.figure}>{tenths(total_waste_tonnes)}</b> tonnes
          </dd>
          {interval && <dd className={classes.interval}>{likely(interval)}, in 8 of 10 such forecasts</dd>}
          <dd className={classes.note}>{acrossDistricts(districts)}</dd>
          <dd className={classes.note}>
            {longDay(date)}, if loads arrive on it. {regularity && regularityText(regularity)}
          </dd>
        </dl>
        <div className={classes.breakdown}>
          <h3 className={classes.subtitle}>Composition Breakdown</h3>
          {Object.keys(composition_percent).length > 0 ? (
            <MaterialRows label="Composition Breakdown" composition={composition_percent} tonnes={total_waste_tonnes} />
          ) : (
            <p className={classes.note}>No load has been analysed yet.</p>
          )}
        </div>
      </div>
    </Panel>
  )
}

function Marks({ nextDay }: { nextDay: NextDay }) {
  return (
    <span className={classes.marks}>
      <SimulatedBadge of={nextDay} />
      <SourceMark source="forecast" />
    </span>
  )
}
