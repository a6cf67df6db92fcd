/** Restricts steps to the events of one thing, such as a truck, and shows their number. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAuditEventsQuery } from '#web/features/audit/history/calls.ts'
import { usePolling } from '#web/features/audit/history/use-polling.ts'
import { failureText } from '#web/lib/api/api.ts'
import { counted } from '#web/lib/format/numbers.ts'
import classes from './replay.module.css'

export interface ThingFilterProps {
  thing: string | null
  /** '' selects all events. */
  choose(thing: string): void
}

export function ThingFilter({ thing, choose }: ThingFilterProps) {
  const [typed, setTyped] = useState(thing ?? '')
  const { said, isWrong } = useFollowed(thing)
  function submit(event: FormEvent) {
    event.preventDefault()
    choose(typed.trim())
  }
  return (
    <form className={classes.jump} onSubmit={submit} noValidate>
      <TextInput
        label="Step along one thing"
        placeholder="T001, a site or a report"
        size="md"
        value={typed}
        error={isWrong && said}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" variant="default" mih={44}>
        Follow
      </Button>
      {thing !== null && (
        <Button variant="subtle" mih={44} onClick={() => choose('')}>
          Everything
        </Button>
      )}
      {!isWrong && (
        <p className={classes.followed} role="status">
          {said}
        </p>
      )}
    </form>
  )
}

/** Returns the number of the thing's events, or an error. */
function useFollowed(thing: string | null) {
  const { data, error, refetch } = useAuditEventsQuery({ thing: thing ?? '', limit: 1 }, { skip: thing === null })
  usePolling(data?.preparing !== undefined, refetch)
  if (thing === null) return { said: '', isWrong: false }
  if (error) return { said: failureText(error, 'Its events could not be found.'), isWrong: true }
  if (!data || data.preparing) return { said: 'Looking for its events…', isWrong: false }
  const count = data.events.length + data.older
  if (count === 0) return { said: `Nothing has happened to ${thing}.`, isWrong: true }
  return { said: `${counted(count, 'event')} of it`, isWrong: false }
}
