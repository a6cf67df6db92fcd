/**
 * A field for a day and time, on the city's 24-hour clock.
 * Users type a time ('14:00', 'tomorrow 7:00'), press a suggestion, or open a calendar.
 */
import { t } from '@lingui/core/macro'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '#web/ui/input-styles.ts'
import { ActionIcon, Button, NativeSelect, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { toDateTimeFieldValueIn } from '#domain/city-time.ts'
import { parseDateTimeFieldIn } from '#domain/wall-clock.ts'
import {
  calendarRangeOf,
  type DateDirection,
  formatDateTime,
  getInvalidDateTimeText,
  monthOf,
  parseTypedDateTime,
  suggestDateTimes,
} from '#web/lib/format/dates.ts'
import { useCitySettings } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { Calendar } from '#web/ui/date-field/date-field.tsx'
import classes from './date-field.module.css'

const MINUTES_APART = 5
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))

interface MomentCalendarProps {
  /** A time such as `2026-01-05T14:15`, or text that is not valid yet. */
  value: string
  toward: DateDirection
  /** Current time in epoch ms. */
  now: number
  choose(field: string): void
}

function MomentCalendar({ value, toward, now, choose }: MomentCalendarProps) {
  const present = toDateTimeFieldValueIn(useCitySettings().timeZone, now)
  const [day, time] = (value || present).split('T') as [string, string]
  const [hour, minute] = time.split(':') as [string, string]
  const [month, show] = useState(monthOf(day))
  return (
    <>
      <Calendar
        value={day}
        month={month}
        show={show}
        available={available(month, present.slice(0, 10), toward)}
        none={toward === 'future' ? t`This month is over.` : t`This month has not started yet.`}
        choose={(chosen) => choose(`${chosen}T${time}`)}
      />
      <div className={classes.time}>
        <NativeSelect
          label={t`Hour`}
          size="md"
          data={HOURS}
          value={hour}
          onChange={({ currentTarget }) => choose(`${day}T${currentTarget.value}:${minute}`)}
        />
        <NativeSelect
          label={t`Minute`}
          size="md"
          data={minutes(minute)}
          value={minute}
          onChange={({ currentTarget }) => choose(`${day}T${hour}:${currentTarget.value}`)}
        />
      </div>
    </>
  )
}

/**
 * Returns a month's selectable days.
 * They are today and the days before or after it, by `toward`.
 */
function available(month: string, today: string, toward: DateDirection): ReadonlySet<string> {
  const days = Array.from(
    { length: Number(calendarRangeOf(month).to.slice(8)) },
    (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`,
  )
  return new Set(days.filter((day) => (toward === 'future' ? day >= today : day <= today)))
}

/** Returns every fifth minute, and the chosen minute. */
function minutes(chosen: string): string[] {
  const fifths = Array.from({ length: 60 / MINUTES_APART }, (_, index) =>
    String(index * MINUTES_APART).padStart(2, '0'),
  )
  return [...new Set([...fifths, chosen])].sort()
}

interface MomentFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'label'> {
  label: string
  /** City time such as `2026-01-05T14:15`; '' if empty, or invalid text. */
  value?: string
  onChange(value: string): void
  toward: DateDirection
  /** True to show buttons with suggested times. */
  quick?: boolean
}

export function DateTimeField({
  value = '',
  onChange,
  toward,
  quick = true,
  error,
  onBlur,
  ...field
}: MomentFieldProps) {
  const { timeZone } = useCitySettings()
  const now = useNow(1_000)
  const [typed, setTyped] = useState<{ text: string; before: string } | null>(null)
  const isMoment = !Number.isNaN(parseDateTimeFieldIn(timeZone, value))
  const take = (moment: string) => {
    setTyped(null)
    onChange(moment)
  }
  return (
    <div>
      <TextInput
        size="md"
        autoComplete="off"
        placeholder={t`Such as 14:00`}
        {...field}
        value={typed?.text ?? formatDateTime(value, now)}
        error={typed || value === '' || isMoment ? error : getInvalidDateTimeText()}
        onChange={({ currentTarget: { value: text } }) => {
          const before = typed?.before ?? value
          setTyped({ text, before })
          onChange(parseTypedDateTime(text, { now, held: before, toward }) ?? text)
        }}
        onBlur={(event) => {
          setTyped(null)
          onBlur?.(event)
        }}
        rightSectionWidth={48}
        rightSection={
          <CalendarButton
            label={field.label}
            disabled={field.disabled}
            value={isMoment ? value : ''}
            toward={toward}
            now={now}
            choose={take}
          />
        }
      />
      {quick && !field.disabled && (
        <div className={classes.chips}>
          {suggestDateTimes(toward, timeZone, now).map(({ label, field: moment }) => (
            <Button
              key={label}
              variant="default"
              size="compact-sm"
              className={classes.chip}
              onClick={() => take(moment)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

interface CalendarButtonProps {
  label: string
  disabled: boolean | undefined
  value: string
  toward: DateDirection
  now: number
  choose(moment: string): void
}

function CalendarButton({ label, disabled, ...calendar }: CalendarButtonProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus position="bottom-end" width={308} shadow="md">
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          disabled={disabled}
          aria-label={t`Choose from the calendar: ${label}`}
          onClick={() => setOpened(!opened)}
        >
          <IconCalendar size={20} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown
        p="sm"
        aria-label={t`${label}, calendar`}
        // With this attribute, Escape closes only the calendar, not the surrounding dialog.
        onFocusCapture={({ target }) => target.setAttribute('data-mantine-stop-propagation', 'true')}
      >
        <MomentCalendar {...calendar} />
      </Popover.Dropdown>
    </Popover>
  )
}
