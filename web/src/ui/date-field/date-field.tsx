/** A date field with a calendar of the days that have data. */
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '#web/ui/input-styles.ts'
import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { dayIn } from '#domain/city-time.ts'
import { useCityTerms } from '#web/lib/format/city-terms.ts'
import { DATE_EXAMPLES, INVALID_DATE, readDate } from '#web/lib/format/dates.ts'
import { writeDay } from './calendar.ts'
import { Calendar, type CalendarProps } from './calendar-view.tsx'

interface TypedDate {
  /** Format: '2026-01-05'. */
  value: string | null
  /** Text without a valid value, such as an invalid date of the address. */
  unread?: string
  choose(day: string | null): void
  /** Returns why a date is not available, or null. */
  refuse?(day: string): Promise<string | null>
}

/**
 * Text state of a date field.
 * The field parses its text on blur; all date fields share the error texts.
 */
export function useTypedDate({ value, unread = '', choose, refuse }: TypedDate) {
  const { timeZone } = useCityTerms()
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const take = (day: string | null) => {
    setTyped(null)
    setError(null)
    choose(day)
  }
  return {
    text: typed ?? (value ? writeDay(value) : unread),
    error,
    type(text: string) {
      setTyped(text)
      setError(null)
    },
    take,
    async commit() {
      if (typed === null) return
      if (typed.trim() === '') return take(null)
      const today = dayIn(timeZone, new Date().toISOString())
      const day = readDate(typed, { today, toward: 'past' })
      const refused = day === undefined ? INVALID_DATE : ((await refuse?.(day)) ?? null)
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
      placeholder={DATE_EXAMPLES}
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
              aria-label={`${label}: choose from the calendar`}
              onClick={() => setOpened(!opened)}
            >
              <IconCalendar size={20} aria-hidden="true" />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown p="sm" aria-label={`${label}, calendar`}>
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
