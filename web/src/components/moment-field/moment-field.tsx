/**
 * A day and time on the city's 24-hour clock.
 * The user types it ('14:00', 'tomorrow 7:00'), presses a chip or opens a calendar.
 */
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '#web/components/inputs.ts'
import { ActionIcon, Button, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { momentIn } from '#rules/wall-clock.ts'
import { useCityWords } from '#web/format/city-words.ts'
import type { Toward } from '#web/format/dates.ts'
import { INVALID_MOMENT, readMoment, writeMoment } from '#web/format/moments.ts'
import { useNow } from '#web/hooks/ticker.ts'
import { MomentCalendar } from './moment-calendar.tsx'
import classes from './moment-field.module.css'
import { quickMoments } from './quick-moments.ts'

export interface MomentFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'label'> {
  label: string
  /** `2026-01-05T14:15` in the city's time zone, '' when empty, or text that is no moment. */
  value?: string
  onChange(value: string): void
  toward: Toward
  /** Shows chips of common moments. */
  quick?: boolean
}

export function MomentField({ value = '', onChange, toward, quick = true, error, onBlur, ...field }: MomentFieldProps) {
  const { timeZone } = useCityWords()
  const now = useNow(1_000)
  const [typed, setTyped] = useState<{ text: string; before: string } | null>(null)
  const isMoment = !Number.isNaN(momentIn(timeZone, value))
  const take = (moment: string) => {
    setTyped(null)
    onChange(moment)
  }
  return (
    <div>
      <TextInput
        size="md"
        autoComplete="off"
        placeholder="Such as 14:00"
        {...field}
        value={typed?.text ?? writeMoment(value, now)}
        error={typed || value === '' || isMoment ? error : INVALID_MOMENT}
        onChange={({ currentTarget: { value: text } }) => {
          const before = typed?.before ?? value
          setTyped({ text, before })
          onChange(readMoment(text, { now, held: before, toward }) ?? text)
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
          {quickMoments(toward, timeZone, now).map(({ label, field: moment }) => (
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
  toward: Toward
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
          aria-label={`Choose from the calendar: ${label}`}
          onClick={() => setOpened(!opened)}
        >
          <IconCalendar size={20} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown
        p="sm"
        aria-label={`${label}, calendar`}
        // Escape closes the calendar but not the dialog below it.
        onFocusCapture={({ target }) => target.setAttribute('data-mantine-stop-propagation', 'true')}
      >
        <MomentCalendar {...calendar} />
      </Popover.Dropdown>
    </Popover>
  )
}
