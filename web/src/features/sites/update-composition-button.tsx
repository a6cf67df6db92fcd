/** The button that opens the dialog Update Waste Composition. */
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { createPreloadHandlers, LazyDialog } from '#web/ui/page.tsx'

const load = async () => (await import('./composition-dialog.tsx')).CompositionDialog
const ahead = createPreloadHandlers(load)

/** Button that opens the dialog. `siteId` is the site that the dialog shows first. */
export function UpdateCompositionButton({ siteId }: { siteId?: string }) {
  const [opened, setOpened] = useState(false)
  const off = useCommandsDisabled()
  return (
    <>
      <Button
        variant="default"
        size="sm"
        mih="var(--row-control, 44px)"
        px="xs"
        my={-8}
        flex="none"
        onClick={() => setOpened(true)}
        {...ahead}
        {...off}
      >
        <Trans>Update Composition</Trans>
      </Button>
      <LazyDialog load={load} props={{ siteId, opened, close: () => setOpened(false) }} />
    </>
  )
}
