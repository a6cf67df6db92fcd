/** The button that opens Select Dumping Site for all open reports. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { LazyDialog, prefetching } from '#web/components/lazy-dialog.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import { useOff } from '#web/hooks/past.ts'

const load = async () => (await import('./mark-all-dialog.tsx')).MarkAllDialog
const ahead = prefetching(load)

export function MarkAllButton() {
  const [opened, setOpened] = useState(false)
  const off = useOff()
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
