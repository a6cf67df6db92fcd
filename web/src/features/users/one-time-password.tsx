/** One-time password of a new staff account, shown once. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { User } from '#contract/views.ts'
import classes from './users.module.css'

export interface OneTimePasswordProps {
  user: User
  password: string
  /** Runs once the password has been copied. */
  kept(): void
  close(): void
}

export function OneTimePassword({ user, password, kept, close }: OneTimePasswordProps) {
  const { copy, copied, error } = useClipboard({ timeout: 3_000 })
  return (
    <Stack gap="md">
      <Text>
        <strong>{user.name}</strong> can sign in now as {user.employee_id ?? user.email} with this password:
      </Text>
      <output className={classes.password} aria-label="One-time password">
        {password}
      </output>
      <Text c="dimmed" size="xs">
        It is shown only once: nobody can look it up again. Hand it over safely: whoever signs in with it chooses their
        own before anything else.
      </Text>
      {error && <Text size="xs">It could not be copied. Select it and copy it yourself.</Text>}
      <Group grow>
        <Button
          variant="default"
          size="md"
          mih={48}
          data-autofocus
          leftSection={copied ? <IconCheck size={18} aria-hidden="true" /> : <IconCopy size={18} aria-hidden="true" />}
          onClick={() => {
            copy(password)
            kept()
          }}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button size="md" mih={48} onClick={close}>
          Done
        </Button>
      </Group>
    </Stack>
  )
}
