/** The button that opens System Configuration. */
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { createPreloadHandlers, LazyDialog } from '#web/ui/page.tsx'

const load = async () => (await import('./configuration-dialog.tsx')).ConfigurationDialog
const ahead = createPreloadHandlers(load)

export function ConfigurationButton() {
  const [opened, setOpened] = useState(false)
  const off = useCommandsDisabled()
  return (
    <>
      <Button
        variant="default"
        size="sm"
        px="md"
        leftSection={<IconSettings size={18} aria-hidden="true" />}
        onClick={() => setOpened(true)}
        {...ahead}
        {...off}
      >
        <Trans>Settings</Trans>
      </Button>
      <LazyDialog load={load} props={{ opened, close: () => setOpened(false) }} />
    </>
  )
}
