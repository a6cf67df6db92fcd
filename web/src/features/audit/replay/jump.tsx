/** Field for a date and time in the city's time zone. */
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { fieldIn } from '#rules/city-time.ts'
import { momentIn } from '#rules/wall-clock.ts'
import { MomentField } from '#web/components/moment-field/moment-field.tsx'
import { useCityWords } from '#web/format/city-words.ts'
import { INVALID_MOMENT } from '#web/format/moments.ts'
import classes from './replay.module.css'

export interface JumpProps {
  label: string
  /** Label of the button. */
  action: string
  time: number | undefined
  seek(time: number): void
}

export function Jump({ label, action, time, seek }: JumpProps) {
  const { timeZone, name } = useCityWords()
  const [field, setField] = useState(() => (time === undefined ? '' : fieldIn(timeZone, time)))
  const [wrong, setWrong] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    const chosen = momentIn(timeZone, field)
    setWrong(Number.isNaN(chosen) ? INVALID_MOMENT : '')
    if (!Number.isNaN(chosen)) seek(chosen)
  }
  return (
    <form className={classes.jump} onSubmit={submit} noValidate>
      <MomentField
        toward="past"
        quick={false}
        label={`${label} (${name})`}
        value={field}
        error={wrong}
        onChange={setField}
      />
      <Button type="submit" variant="default" mih={44}>
        {action}
      </Button>
    </form>
  )
}
