/** The button that opens System Configuration. */
import { Button } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { LazyDialog, prefetching } from '#web/components/lazy-dialog.tsx'
import { useOff } from '#web/hooks/past.ts'

const load = async () => (await import('./configuration-dialog.tsx')).ConfigurationDialog
const ahead = prefetching(load)

export function ConfigurationButton() {
  const [opened, setOpened] = useState(false)
  const off = useOff()
  return (
    <>
      <Button
        variant="default"
        size="sm"
        h={44}
        px="md"
        leftSection={<IconSettings size={18} aria-hidden="true" />}
        onClick={() => setOpened(true)}
        {...ahead}
        {...off}
      >
        Settings
      </Button>
      <LazyDialog load={load} props={{ opened, close: () => setOpened(false) }} />
    </>
  )
}
