/** Recovery codes of a second factor, shown once. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import classes from './account.module.css'

export function RecoveryCodes({ codes, close }: { codes: readonly string[]; close(): void }) {
  const { copy, copied, error } = useClipboard({ timeout: 3_000 })
  return (
    <Stack gap="md">
      <Text>
        The second factor is on. Keep these codes where your phone is not: each one signs you in once when you have lost
        it.
      </Text>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Text c="dimmed" size="xs">
        They are shown only once: nobody can look them up again.
      </Text>
      {error && <Text size="xs">They could not be copied. Select them and copy them yourself.</Text>}
      <Group grow>
        <Button
          variant="default"
          size="md"
          mih={48}
          data-autofocus
          leftSection={copied ? <IconCheck size={18} aria-hidden="true" /> : <IconCopy size={18} aria-hidden="true" />}
          onClick={() => copy(codes.join('\n'))}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button size="md" mih={48} onClick={close}>
          I kept them
        </Button>
      </Group>
    </Stack>
  )
}
