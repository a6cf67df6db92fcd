/** A field for typed dates, with a calendar of the days with data. */
import { t } from '@lingui/core/macro'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '#web/ui/input-styles.ts'
import { ActionIcon, Button, Popover, TextInput } from '@mantine/core'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { localDayOf } from '#domain/city-time.ts'
import { lookUp } from '#domain/dictionary.ts'
import {
  formatCalendarDay,
  formatCalendarMonth,
  getDateExamples,
  getInvalidDateText,
  listYearsAround,
  parseDate,
  shiftMonth,
  weeksOf,
} from '#web/lib/format/dates.ts'
import { useCitySettings } from '#web/lib/format/times.ts'
import classes from './date-field.module.css'

const weekdays = () => [t`Sunday`, t`Monday`, t`Tuesday`, t`Wednesday`, t`Thursday`, t`Friday`, t`Saturday`]
/**
 * Number of days by which each arrow key moves.
 * Skips days that cannot be selected.
 */
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 7, ArrowLeft: -1, ArrowUp: -7 }

interface MonthGridProps {
  /** Month that the calendar shows, such as '2026-01'. */
  month: string
  value: string | null
  /** The shown month's selectable days; undefined while unknown. */
  available: ReadonlySet<string> | undefined
  choose(day: string): void
}

function MonthGrid({ month, value, available, choose }: MonthGridProps) {
  const days = [...(available ?? [])].sort()
  const stop = value && days.includes(value) ? value : days.at(-1)
  return (
    <table className={classes.month} aria-busy={available === undefined} onKeyDown={(event) => go(event, days)}>
      <thead>
        <tr>
          {weekdays().map((weekday) => (
            <th key={weekday} scope="col" abbr={weekday}>
              {weekday.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, weekday) => (
              <td key={weekdays()[weekday]}>
                {day && (
                  <button
                    type="button"
                    className={classes.day}
                    data-day={day}
                    disabled={!days.includes(day)}
                    tabIndex={day === stop ? 0 : -1}
                    data-autofocus={day === stop || undefined}
                    aria-label={formatCalendarDay(day)}
                    aria-pressed={day === value}
                    onClick={() => choose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Moves the focus in the arrow key's direction, to the nearest selectable day. */
function go(event: KeyboardEvent<HTMLTableElement>, days: readonly string[]) {
  const step = lookUp(STEPS, event.key)
  const from = (event.target as HTMLElement).dataset.day
  if (step === undefined || from === undefined) return
  event.preventDefault()
  const goal = Date.parse(from) + step * 86_400_000
  const to = step > 0 ? days.find((day) => Date.parse(day) >= goal) : days.findLast((day) => Date.parse(day) <= goal)
  event.currentTarget.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus()
}

interface CalendarProps extends MonthGridProps {
  show(month: string): void
  /** Text of the calendar if no day can be chosen. */
  none: string
}

/** Calendar with a month's days or a page of twelve years. */
export function Calendar({ value, choose, month, show, available, none }: CalendarProps) {
  const [page, setPage] = useState<number | null>(null)
  const years = page === null ? null : listYearsAround(page)
  const pageText = years ? `${years[0]} – ${years.at(-1)}` : formatCalendarMonth(month)
  const turn = (by: number) => (page === null ? show(shiftMonth(month, by)) : setPage(page + by * 12))
  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        <Turn label={years ? t`Previous years` : t`Previous month`} act={() => turn(-1)} icon={IconChevronLeft} />
        <Button
          variant="subtle"
          color="gray"
          aria-live="polite"
          aria-label={years ? t`${pageText}, back to the month` : t`${pageText}, choose a year`}
          onClick={() => setPage(years ? null : Number(month.slice(0, 4)))}
        >
          {pageText}
        </Button>
        <Turn label={years ? t`Next years` : t`Next month`} act={() => turn(1)} icon={IconChevronRight} />
      </div>
      {years ? (
        <div className={classes.years}>
          {years.map((year) => (
            <Button
              key={year}
              variant={String(year) === month.slice(0, 4) ? 'light' : 'default'}
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

interface TypedDate {
  /** Selected day, such as '2026-01-05'; null if none is selected. */
  value: string | null
  /** Text of the field if it has no valid value, such as an invalid date from the address. */
  unread?: string
  choose(day: string | null): void
  /** Returns why a day cannot be chosen; null if it can. */
  refuse?(day: string): Promise<string | null>
}

/**
 * Manages the text of a date field.
 * The text is parsed when the field loses the focus.
 * All date fields have the same error texts.
 */
export function useTypedDate({ value, unread = '', choose, refuse }: TypedDate) {
  const { timeZone } = useCitySettings()
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const take = (day: string | null) => {
    setTyped(null)
    setError(null)
    choose(day)
  }
  return {
    text: typed ?? (value ? formatCalendarDay(value) : unread),
    error,
    type(text: string) {
      setTyped(text)
      setError(null)
    },
    take,
    async commit() {
      if (typed === null) return
      if (typed.trim() === '') return take(null)
      const today = localDayOf(timeZone, new Date().toISOString())
      const day = parseDate(typed, { today, toward: 'past' })
      const refused = day === undefined ? getInvalidDateText() : ((await refuse?.(day)) ?? null)
      if (refused === null && day !== undefined) take(day)
      else setError(refused)
    },
  }
}

interface DateFieldProps extends Omit<CalendarProps, 'choose' | 'value'>, Required<Omit<TypedDate, 'unread'>> {
  label: string
}

export function DateField({ label, value, choose, refuse, ...calendar }: DateFieldProps) {
  const [opened, setOpened] = useState(false)
  const { text, error, type, commit, take } = useTypedDate({ value, choose, refuse })
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void commit()
  }
  return (
    <TextInput
      label={label}
      size="md"
      placeholder={getDateExamples()}
      autoComplete="off"
      value={text}
      error={error}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => void commit()}
      onKeyDown={keys}
      rightSectionWidth={48}
      rightSection={
        <Popover
          opened={opened}
          onChange={setOpened}
          trapFocus
          returnFocus
          position="bottom-end"
          width={308}
          shadow="md"
        >
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={t`${label}: choose from the calendar`}
              onClick={() => setOpened(!opened)}
            >
              <IconCalendar size={20} aria-hidden="true" />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown p="sm" aria-label={t`${label}, calendar`}>
            <Calendar
              {...calendar}
              value={value}
              choose={(day) => {
                take(day)
                setOpened(false)
              }}
            />
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}
