/** Button on a resident's last collected report to dispute the collection, within the permitted time. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Report } from '#contract/views.ts'
import { canReopen } from '#domain/reopening.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { LazyDialog, preloadHandlers } from '#web/ui/lazy-panel.tsx'

const loadDialog = async () => (await import('./reopen-dialog.tsx')).ReopenDialog
const MINUTE_MS = 60_000

/** Returns the report that can be reopened: the last one, if no newer one exists. */
export function reopenable(reports: readonly Report[]): Report | undefined {
  const [last] = [...reports].sort((a, b) => ((a.collectedAt ?? '~') < (b.collectedAt ?? '~') ? 1 : -1))
  return last?.collectedAt ? last : undefined
}

export function ReopenButton({ report }: { report: Report }) {
  const [opened, setOpened] = useState(false)
  const now = useNow(MINUTE_MS)
  if (!report.collectedAt || !canReopen(report.collectedAt, new Date(now))) return null
  const close = () => setOpened(false)
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="sm"
        mih={44}
        px="xs"
        ml={-8}
        onClick={() => setOpened(true)}
        {...preloadHandlers(loadDialog)}
      >
        This was not collected
      </Button>
      <LazyDialog load={loadDialog} props={{ report, opened, close }} />
    </>
  )
}
