/** Button that opens the dialog of a manual collection. */
import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Zone } from '#domain/city.ts'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { LazyDialog, preloadHandlers } from '#web/ui/lazy-panel.tsx'

const load = async () => (await import('./schedule-dialog.tsx')).ScheduleDialog
const ahead = preloadHandlers(load)

interface ScheduleCollectionButtonProps extends ButtonProps {
  /** Initial zone. */
  zone?: Zone
  /** Accessible name with the zone. */
  label?: string
  children: ReactNode
}

export function ScheduleCollectionButton({ zone, label, children, ...buttonProps }: ScheduleCollectionButtonProps) {
  const [opened, setOpened] = useState(false)
  const off = useCommandsDisabled()
  return (
    <>
      <Button
        size="sm"
        h={44}
        px="md"
        {...buttonProps}
        aria-label={label}
        onClick={() => setOpened(true)}
        {...ahead}
        {...off}
      >
        {children}
      </Button>
      <LazyDialog load={load} props={{ zone: zone ?? null, opened, close: () => setOpened(false) }} />
    </>
  )
}
