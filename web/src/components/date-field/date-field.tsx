/** A day to type in or to choose from a calendar that offers only the days there is something of. */
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '#web/components/inputs.ts'
import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { readDay, writeDay } from './calendar.ts'
import { Calendar, type CalendarProps } from './calendar-view.tsx'

const INVALID = 'Date input not valid.'

export interface DateFieldProps extends Omit<CalendarProps, 'choose' | 'value'> {
  label: string
  /** '2026-01-05' */
  value: string | null
  choose(day: string | null): void
  /** Why a day that was typed can't be chosen; null where it can. */
  refuse(day: string): Promise<string | null>
}

export function DateField({ label, value, choose, refuse, ...calendar }: DateFieldProps) {
  const [opened, setOpened] = useState(false)
  const { text, error, type, commit, take } = useTyped({ value, choose, refuse })
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void commit()
  }
  return (
    <TextInput
      label={label}
      size="md"
      placeholder="Choose a date"
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

/** What stands in the field until it is a day that can be chosen. */
function useTyped({ value, choose, refuse }: Pick<DateFieldProps, 'value' | 'choose' | 'refuse'>) {
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const take = (day: string | null) => {
    setTyped(null)
    setError(null)
    choose(day)
  }
  return {
    text: typed ?? (value ? writeDay(value) : ''),
    error,
    type(text: string) {
      setTyped(text)
      setError(null)
    },
    take,
    async commit() {
      if (typed === null) return
      if (typed.trim() === '') return take(null)
      const day = readDay(typed)
      const refused = day === undefined ? INVALID : await refuse(day)
      if (refused === null && day !== undefined) take(day)
      else setError(refused)
    },
  }
}
