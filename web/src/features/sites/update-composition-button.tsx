/** The button that opens Update Waste Composition. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { LazyDialog, prefetching } from '#web/components/lazy-dialog.tsx'
import { useOff } from '#web/hooks/past.ts'

const load = async () => (await import('./composition-dialog.tsx')).CompositionDialog
const ahead = prefetching(load)

/** `siteId` is the dialog's initial site. */
export function UpdateCompositionButton({ siteId }: { siteId?: string }) {
  const [opened, setOpened] = useState(false)
  const off = useOff()
  return (
    <>
      <Button
        variant="default"
        size="sm"
        h="var(--row-control, 44px)"
        px="xs"
        my={-8}
        flex="none"
        onClick={() => setOpened(true)}
        {...ahead}
        {...off}
      >
        Update Composition
      </Button>
      <LazyDialog load={load} props={{ siteId, opened, close: () => setOpened(false) }} />
    </>
  )
}
