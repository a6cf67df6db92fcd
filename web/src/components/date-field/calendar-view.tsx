/** Calendar: days of a month or a page of twelve years. */
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { shiftMonth, writeMonth, yearsAround } from './calendar.ts'
import classes from './date-field.module.css'
import { MonthGrid, type MonthGridProps } from './month-grid.tsx'

export interface CalendarProps extends MonthGridProps {
  show(month: string): void
  /** Text when no day is available. */
  none: string
}

export function Calendar({ value, choose, month, show, available, none }: CalendarProps) {
  const [page, setPage] = useState<number | null>(null)
  const years = page === null ? null : yearsAround(page)
  const turn = (by: number) => (page === null ? show(shiftMonth(month, by)) : setPage(page + by * 12))
  const unit = years ? 'years' : 'month'
  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        <Turn label={`Previous ${unit}`} act={() => turn(-1)} icon={IconChevronLeft} />
        <Button
          variant="subtle"
          color="gray"
          mih={44}
          aria-live="polite"
          aria-label={years ? 'Back to the month' : `${writeMonth(month)}, choose a year`}
          onClick={() => setPage(years ? null : Number(month.slice(0, 4)))}
        >
          {years ? `${years[0]} – ${years.at(-1)}` : writeMonth(month)}
        </Button>
        <Turn label={`Next ${unit}`} act={() => turn(1)} icon={IconChevronRight} />
      </div>
      {years ? (
        <div className={classes.years}>
          {years.map((year) => (
            <Button
              key={year}
              variant={String(year) === month.slice(0, 4) ? 'light' : 'default'}
              mih={44}
              px={0}
              onClick={() => {
                show(`${year}${month.slice(4)}`)
                setPage(null)
              }}
            >
              {year}
            </Button>
          ))}
        </div>
      ) : (
        <MonthGrid month={month} value={value} available={available} choose={choose} />
      )}
      {!years && available?.size === 0 && <p className={classes.none}>{none}</p>}
    </div>
  )
}

function Turn({ label, act, icon: Icon }: { label: string; act(): void; icon: typeof IconChevronLeft }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={44} aria-label={label} onClick={act}>
      <Icon size={20} aria-hidden="true" />
    </ActionIcon>
  )
}
