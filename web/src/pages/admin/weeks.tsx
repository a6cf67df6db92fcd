/** Collections of the last weeks: reports, overdue ones, and the percentage on time. */

import { plural, t } from '@lingui/core/macro'
import type { AdminStats } from '#contract/views.ts'
import { LATE_REPORT_DAYS } from '#domain/report-rules.ts'
import { KeyFigures } from '#web/features/analytics/analytics.tsx'
import { ExportableDayChart } from '#web/features/analytics/charts.tsx'
import { formatNumber, withUnit } from '#web/lib/format/numbers.ts'
import { seriesColourOf } from '#web/ui/charts/chart-data.ts'
import classes from './admin.module.css'
import { countDueCollections, formatWholePercent, onTimePercentOf } from './admin.ts'

/** Target share of collections on time, in percent. */
const GOAL = 90

export function WeeklyCollections({ stats: { weeks, openLate } }: { stats: Pick<AdminStats, 'weeks' | 'openLate'> }) {
  const onTime = t`Collections on time`
  const days = weeks.map(({ week }) => week)
  const now = weeks.at(-1)
  const sumOf = (key: 'completed' | 'onTime' | 'overdue') => weeks.reduce((sum, week) => sum + week[key], 0)
  const all = { completed: sumOf('completed'), onTime: sumOf('onTime'), overdue: sumOf('overdue') }
  const percent = weeks.map(onTimePercentOf)
  const reports = weeks.map((week) => week.reports)
  return (
    <>
      <KeyFigures
        label={t`Collections in recent weeks`}
        figures={[
          {
            name: t`Reports this week`,
            value: now && formatNumber(now.reports),
            note: t`since Monday`,
            course: reports,
          },
          {
            name: t`Open longer than ${LATE_REPORT_DAYS} days`,
            value: formatNumber(openLate),
            note: openLate === 0 ? t`no report is open that long` : t`open reports, even if a collection is planned`,
          },
          {
            name: onTime,
            value: formatWholePercent(onTimePercentOf(all)),
            note: t`${{ onTime: formatNumber(all.onTime) }} of ${plural({ due: countDueCollections(all) }, { one: '# collection', other: '# collections' })} due in ${plural({ weeks: weeks.length }, { one: '# week', other: '# weeks' })}`,
            course: percent,
          },
        ]}
      />
      <div className={classes.charts}>
        <ExportableDayChart
          kind="bars"
          title={t`Reports per week`}
          axis={t`Number of reports`}
          row={t`Week of`}
          source={t`Source: residents’ reports. The last week is not complete.`}
          days={days}
          series={[{ key: 'reports', label: t`Reports`, color: seriesColourOf(2), values: reports }]}
          write={formatNumber}
        />
        <ExportableDayChart
          kind="lines"
          levels
          step={7}
          title={onTime}
          axis={t`Percent`}
          row={t`Week of`}
          source={t`Source: collections by their due time. Overdue collections count as late. Reports without a collection are not counted.`}
          days={days}
          series={[{ key: 'on_time_percent', label: t`On time`, color: seriesColourOf(0), values: percent }]}
          threshold={{ value: GOAL, label: t`Goal: ${{ percent: withUnit(GOAL, '%') }}` }}
          write={formatWholePercent}
        />
      </div>
    </>
  )
}
