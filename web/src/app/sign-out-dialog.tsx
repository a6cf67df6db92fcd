/** Warns before a sign-out about a report that still waits for the network. */
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'

export function SignOutDialog({ stay, leave }: { stay(): void; leave(): void }) {
  const [opened, setOpened] = useState(true)
  const close = () => {
    setOpened(false)
    stay()
  }
  return (
    <Dialog title="A report is not sent yet" opened={opened} close={close}>
      <Text mb="lg">
        Your report stays on this device, where nobody else can see it. It is sent when you sign in again.
      </Text>
      <Group grow>
        <Button variant="default" size="md" mih={48} onClick={close}>
          Stay signed in
        </Button>
        <Button size="md" mih={48} onClick={leave}>
          Sign out
        </Button>
      </Group>
    </Dialog>
  )
}
