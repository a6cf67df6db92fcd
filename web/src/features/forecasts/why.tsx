/** Reasons of a day's forecast: the parts of its tonnes. */
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { ForecastDetails } from '#contract/views.ts'
import { Panel } from '#web/components/panel.tsx'
import { longDay } from '#web/format/calendar-day.ts'
import { tonnesExactly } from '#web/format/weights.ts'
import { reasonsOf, signed } from './forecast-words.ts'
import classes from './forecasts.module.css'

export function Why({ of, days }: { of: string } & Pick<ForecastDetails['city'], 'days'>) {
  const [chosen, choose] = useState<string>()
  // The first day is today; the default is tomorrow.
  const day = days.find(({ date }) => date === chosen) ?? days[1] ?? days[0]
  if (!day) return null
  return (
    <Panel title="Why">
      <NativeSelect
        aria-label="Day"
        size="md"
        maw={240}
        data={days.map(({ date }) => ({ value: date, label: longDay(date) }))}
        value={day.date}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <table className={classes.reasons} aria-label={`Why ${of} is forecast ${tonnesExactly(day.p50)}`}>
        <tbody>
          {reasonsOf(day.reasons).map(({ reason, text, tonnes }) => (
            <tr key={reason}>
              <th scope="row">{text}</th>
              <td>{reason === 'level' ? tonnesExactly(tonnes) : signed(tonnes)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Forecast: {of}</th>
            <td>{tonnesExactly(day.p50)}</td>
          </tr>
        </tfoot>
      </table>
    </Panel>
  )
}
