/** Charts of tomorrow: districts by material, and the total by material. */
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { ForecastDetails, NextDay } from '#contract/views.ts'
import { MATERIALS, type Material } from '#domain/city.ts'
import { materialLabel } from '#web/lib/format/names.ts'
import classes from './forecasts.module.css'
import { LazyComparison, LazyComposition } from './lazy-charts.tsx'

const ALL = 'all'

interface TomorrowChartsProps {
  nextDay: NextDay
  details: ForecastDetails | undefined
}

export function TomorrowCharts({ nextDay, details }: TomorrowChartsProps) {
  const [material, choose] = useState<Material | typeof ALL>(ALL)
  const there = MATERIALS.filter((name) => nextDay.composition_percent[name])
  return (
    <div className={classes.charts}>
      <NativeSelect
        label="Material in District Comparison"
        size="md"
        maw={260}
        data={[
          { value: ALL, label: 'All materials' },
          ...there.map((name) => ({ value: name, label: materialLabel(name) })),
        ]}
        value={material}
        onChange={(event) => choose(event.currentTarget.value as typeof material)}
      />
      <div className={classes.pair}>
        {details && <LazyComparison districts={details.districts} {...(material !== ALL && { material })} />}
        <LazyComposition nextDay={nextDay} />
      </div>
    </div>
  )
}
