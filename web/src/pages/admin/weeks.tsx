/** Collections of the last weeks: reports, overdue collections and the share on time. */
import type { AdminStats } from '#contract/views.ts'
import { LATE_DAYS } from '#domain/lateness.ts'
import { ExportedChart } from '#web/features/analytics/charts.tsx'
import { Figures } from '#web/features/analytics/figures.tsx'
import { counted, figure, withUnit } from '#web/lib/format/numbers.ts'
import { series } from '#web/ui/charts/chart-data.ts'
import classes from './admin.module.css'
import { dueIn, onTimePercent, wholePercent } from './admin.ts'

/** Target share of collections on time, in percent. */
const GOAL = 90

export function Weeks({ stats: { weeks, openLate } }: { stats: Pick<AdminStats, 'weeks' | 'openLate'> }) {
  const onTime = 'Collections on time'
  const days = weeks.map(({ week }) => week)
  const now = weeks.at(-1)
  const sumOf = (key: 'completed' | 'onTime' | 'overdue') => weeks.reduce((sum, week) => sum + week[key], 0)
  const all = { completed: sumOf('completed'), onTime: sumOf('onTime'), overdue: sumOf('overdue') }
  const percent = weeks.map(onTimePercent)
  const reports = weeks.map((week) => week.reports)
  return (
    <>
      <Figures
        label="Collections in recent weeks"
        figures={[
          {
            name: 'Reports this week',
            value: now && figure(now.reports),
            note: 'since Monday',
            course: reports,
          },
          {
            name: `Open longer than ${LATE_DAYS} days`,
            value: figure(openLate),
            note: openLate === 0 ? 'no report is open that long' : 'open reports, with or without a collection',
          },
          {
            name: onTime,
            value: wholePercent(onTimePercent(all)),
            note: `${figure(all.onTime)} of ${counted(dueIn(all), 'collection')} due in ${counted(weeks.length, 'week')}`,
            course: percent,
          },
        ]}
      />
      <div className={classes.charts}>
        <ExportedChart
          kind="bars"
          title="Reports per week"
          axis="Number of reports"
          row="Week of"
          source="Source: residents’ reports. The last week is not complete."
          days={days}
          series={[{ key: 'reports', label: 'Reports', color: series(2), values: reports }]}
          write={figure}
        />
        <ExportedChart
          kind="lines"
          levels
          step={7}
          title={onTime}
          axis="Percent"
          row="Week of"
          source="Source: collections by their due time. Overdue collections count as late. Reports without a collection are not counted."
          days={days}
          series={[{ key: 'on_time_percent', label: 'On time', color: series(0), values: percent }]}
          threshold={{ value: GOAL, label: `Goal: ${withUnit(GOAL, '%')}` }}
          write={wholePercent}
        />
      </div>
    </>
  )
}
