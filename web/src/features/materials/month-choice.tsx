/** Month field of a statement: a list, with buttons for the previous and next month. */
import '#web/ui/input-styles.ts'
import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { monthAfter, monthName, monthsUpTo } from './months.ts'
import classes from './statement.module.css'

export interface MonthChoiceProps {
  month: string
  /** `2026-01-05` in the city. */
  today: string
  choose(month: string): void
}

export function MonthChoice({ month, today, choose }: MonthChoiceProps) {
  const months = monthsUpTo(today)
  const step = (label: string, by: number, Icon: typeof IconChevronLeft) => {
    const to = monthAfter(month, by)
    return (
      <ActionIcon
        variant="default"
        size={44}
        aria-label={label}
        disabled={!months.includes(to)}
        onClick={() => choose(to)}
      >
        <Icon size={20} aria-hidden="true" />
      </ActionIcon>
    )
  }
  return (
    <div className={classes.months}>
      {step('The month before', -1, IconChevronLeft)}
      <NativeSelect
        aria-label="Month"
        size="md"
        data={months.map((value) => ({ value, label: monthName(value) }))}
        value={month}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {step('The month after', 1, IconChevronRight)}
    </div>
  )
}
