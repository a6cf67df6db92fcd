/** First six characters of a user's id; hover and focus show all, a click copies it. */
import { UnstyledButton } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import classes from './users.module.css'

const SHOWN = 6

export function UserId({ id }: { id: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 2_000 })
  const Icon = copied ? IconCheck : IconCopy
  const hint = error ? `Could not be copied: ${id}` : copied ? 'Copied' : `${id} (click to copy)`
  return (
    <UnstyledButton
      className={`${classes.id} ws-hint`}
      data-hint={hint}
      aria-label={`${id.slice(0, SHOWN)}: copy the ID ${id}`}
      onClick={() => copy(id)}
    >
      {id.slice(0, SHOWN)}
      <Icon size={14} aria-hidden="true" />
    </UnstyledButton>
  )
}
