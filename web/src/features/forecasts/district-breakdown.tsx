/** District Breakdown: tonnes with interval and materials per district, and districts without enough data. */
import type { ForecastDetails, NextDay } from '#contract/views.ts'
import { regularityText } from '#domain/regularity.ts'
import { tonnesExactly } from '#web/lib/format/numbers.ts'
import { MaterialRows } from '#web/ui/materials/materials.tsx'
import { materialsOf } from '#web/ui/materials/shares.ts'
import { Panel } from '#web/ui/page.tsx'
import { likely } from './forecast-words.ts'
import classes from './forecasts.module.css'

/** Beyond this number of districts, materials are text instead of bars. */
const BARS = 6

interface DistrictBreakdownProps {
  nextDay: NextDay
  details: ForecastDetails | undefined
}

export function DistrictBreakdown({ nextDay: { districts, waiting }, details }: DistrictBreakdownProps) {
  const regularityOf = (name: string) => details?.districts.find(({ district }) => district === name)?.regularity
  return (
    <Panel title="District Breakdown">
      <ul className={classes.districts}>
        {districts.map(({ district, total_waste_tonnes, composition_percent, interval }) => {
          const regularity = regularityOf(district)
          return (
            <li key={district} className={classes.district}>
              <h3 className={classes.subtitle}>{district}</h3>
              <p className={classes.volumeOf}>
                <b>{tonnesExactly(total_waste_tonnes)}</b> <span className={classes.note}>{likely(interval)}</span>
              </p>
              {districts.length > BARS ? (
                <p className={classes.note}>{materialsOf(composition_percent)}</p>
              ) : (
                <MaterialRows
                  label={`${district}, by material`}
                  composition={composition_percent}
                  tonnes={total_waste_tonnes}
                />
              )}
              {regularity && <p className={classes.note}>{regularityText(regularity)}</p>}
            </li>
          )
        })}
        {waiting.map(({ district, message }) => (
          <li key={district} className={classes.district}>
            <h3 className={classes.subtitle}>{district}</h3>
            <p className={classes.note}>{message}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
