/** Filters of the insights: a day with records, and a site. */
import '#web/ui/input-styles.ts'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Site } from '#contract/views.ts'
import { useCompositionDaysQuery, useLazyCompositionDaysQuery } from '#web/features/sites/calls.ts'
import { daysOf, monthOf } from '#web/ui/date-field/calendar.ts'
import { DateField } from '#web/ui/date-field/date-field.tsx'
import classes from './insights.module.css'
import { ALL, type InsightsFilter, siteQuery } from './insights-filter.ts'

export interface FiltersProps {
  chosen: InsightsFilter
  sites: readonly Site[]
  /** Format: '2026-01-05'. */
  today: string
}

export function Filters({ chosen, sites, today }: FiltersProps) {
  const { siteId, date, chooseSite, chooseDate } = chosen
  const [turned, setTurned] = useState<string | null>(null)
  const { data: latest } = useCompositionDaysQuery(siteQuery(siteId))
  const month = turned ?? monthOf(date ?? latest?.days.at(-1)?.date ?? today)
  const { currentData } = useCompositionDaysQuery({ ...siteQuery(siteId), ...daysOf(month), limit: 31 })
  const [ask] = useLazyCompositionDaysQuery()

  async function refuse(day: string): Promise<string | null> {
    const { data } = await ask({ ...siteQuery(siteId), from: day, to: day })
    if (!data) return 'Whether this day has records could not be asked. Try again in a moment.'
    return data.days.length > 0 ? null : 'There are no records of this day.'
  }

  return (
    <div className={classes.filters}>
      <DateField
        label="Analysis Date"
        value={date}
        choose={(day) => {
          chooseDate(day)
          setTurned(null)
        }}
        refuse={refuse}
        month={month}
        show={setTurned}
        available={currentData && new Set(currentData.days.map((day) => day.date))}
        none="This month has no records."
      />
      <NativeSelect
        label="Site Filter"
        size="md"
        value={siteId}
        data={[{ value: ALL, label: 'All Sites' }, ...sites.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(event) => chooseSite(event.currentTarget.value)}
      />
    </div>
  )
}
