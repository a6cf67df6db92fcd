/** Collections of the last weeks: reports, overdue collections and the share on time. */
import type { AdminStats } from '#contract/views.ts'
import { LATE_DAYS } from '#domain/lateness.ts'
import { ExportedChart } from '#web/features/analytics/charts.tsx'
import { Figures } from '#web/features/analytics/figures.tsx'
import { counted, figure, withUnit } from '#web/lib/format/numbers.ts'
import { series } from '#web/ui/charts/chart-data.ts'
import classes from './admin.module.css'
import { dueIn, onTimePercent, wholePercent } from './admin.ts'

const REPORTS = 'Reports per week'
const ON_TIME = 'Collections on time'

/** Target share of collections on time, in percent. */
const GOAL = 90

export function Weeks({ stats: { weeks, openLate } }: { stats: Pick<AdminStats, 'weeks' | 'openLate'> }) {
  const days = weeks.map(({ week }) => week)
  const now = weeks.at(-1)
  const sumOf = (key: 'completed' | 'onTime' | 'overdue') => weeks.reduce((sum, week) => sum + week[key], 0)
  const all = { completed: sumOf('completed'), onTime: sumOf('onTime'), overdue: sumOf('overdue') }
  const percent = weeks.map(onTimePercent)
  const reports = weeks.map((week) => week.reports)
  return (
    <>
      <Figures
        label="Collections of the last weeks"
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
            note:
              openLate === 0 ? 'no report waits for so long' : 'reports that wait now, with a collection or without',
          },
          {
            name: ON_TIME,
            value: wholePercent(onTimePercent(all)),
            note: `${figure(all.onTime)} of ${counted(dueIn(all), 'collection')} due in ${weeks.length} weeks`,
            course: percent,
          },
        ]}
      />
      <div className={classes.charts}>
        <ExportedChart
          kind="bars"
          title={REPORTS}
          axis="Number of reports"
          row="Week from"
          source="Source: residents’ reports, counted; the last week is not over."
          days={days}
          series={[{ key: 'reports', label: 'Reports', color: series(2), values: reports }]}
          write={figure}
        />
        <ExportedChart
          kind="lines"
          levels
          step={7}
          title={ON_TIME}
          axis="Percent"
          row="Week from"
          source="Source: collections that were due, by their time; overdue ones count as late. Reports without a collection are not in it."
          days={days}
          series={[{ key: 'on_time_percent', label: 'On time', color: series(0), values: percent }]}
          threshold={{ value: GOAL, label: `Goal: ${withUnit(GOAL, '%')}` }}
          write={wholePercent}
        />
      </div>
    </>
  )
}
