/** One thing, such as a truck, whose events alone the steps lead through. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import classes from './replay.module.css'

export interface FollowProps {
  thing: string | null
  /** '': everything. */
  choose(thing: string): void
}

export function Follow({ thing, choose }: FollowProps) {
  const [typed, setTyped] = useState(thing ?? '')
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
    </form>
  )
}
