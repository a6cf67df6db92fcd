/** The button that opens Select Dumping Site for all open reports. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { LazyDialog, preloadHandlers } from '#web/ui/lazy-panel.tsx'

const load = async () => (await import('./mark-all-dialog.tsx')).MarkAllDialog
const ahead = preloadHandlers(load)

export function MarkAllButton() {
  const [opened, setOpened] = useState(false)
  const off = useCommandsDisabled()
  const { rows } = useRoom('active-reports')
  return (
    <>
      <Button
        variant="default"
        size="sm"
        h="var(--row-control, 44px)"
        px="md"
        disabled={rows.length === 0}
        onClick={() => setOpened(true)}
        {...ahead}
        {...off}
      >
        Mark All Collected
      </Button>
      <LazyDialog load={load} props={{ opened, close: () => setOpened(false) }} />
    </>
  )
}
