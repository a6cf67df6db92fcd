/** A date field with a calendar of the days that have data. */
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '#web/ui/input-styles.ts'
import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { DATE_EXAMPLES } from '#web/lib/format/dates.ts'
import { Calendar, type CalendarProps } from './calendar-view.tsx'
import { type TypedDate, useTypedDate } from './use-typed-date.ts'

export interface DateFieldProps extends Omit<CalendarProps, 'choose' | 'value'>, Required<Omit<TypedDate, 'unread'>> {
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
