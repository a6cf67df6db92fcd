/** Button that opens the dialog of a manual collection. */
import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Zone } from '#rules/city.ts'
import { LazyDialog, prefetching } from '#web/components/lazy-dialog.tsx'
import { useOff } from '#web/hooks/past.ts'

const load = async () => (await import('./schedule-dialog.tsx')).ScheduleDialog
const ahead = prefetching(load)

export interface ScheduleCollectionButtonProps extends ButtonProps {
  /** Initial zone. */
  zone?: Zone
  /** Accessible name with the zone. */
  label?: string
  children: ReactNode
}

export function ScheduleCollectionButton({ zone, label, children, ...buttonProps }: ScheduleCollectionButtonProps) {
  const [opened, setOpened] = useState(false)
  const off = useOff()
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
