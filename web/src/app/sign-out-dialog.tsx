/** Dialog that warns about unsent data before a sign-out. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useStoredActions } from '#web/lib/outbox/stored-report.ts'
import { Dialog } from '#web/ui/dialog.tsx'

export function SignOutDialog({ stay, leave }: { stay(): void; leave(): void }) {
  const [opened, setOpened] = useState(true)
  const close = () => {
    setOpened(false)
    stay()
  }
  const isDriver = useStoredActions() !== undefined
  return (
    <Dialog
      title={isDriver ? t`Your entries are not sent yet` : t`A report is not sent yet`}
      opened={opened}
      close={close}
    >
      <Text mb="lg">
        {isDriver ? (
          <Trans>
            Your entries stay on this phone. Nobody else can see them. To send them, sign in here again within two days.
          </Trans>
        ) : (
          <Trans>Your report stays on this device. Nobody else can see it. It is sent when you sign in again.</Trans>
        )}
      </Text>
      <Group grow>
        <Button variant="default" size="md" mih={48} onClick={close}>
          <Trans>Stay signed in</Trans>
        </Button>
        <Button size="md" mih={48} onClick={leave}>
          <Trans>Sign out</Trans>
        </Button>
      </Group>
    </Dialog>
  )
}
