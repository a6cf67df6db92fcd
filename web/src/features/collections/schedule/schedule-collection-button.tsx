/** A button that opens the dialog in which a collection is scheduled by hand. */
import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Zone } from '#rules/city.ts'
import { LazyDialog, prefetching } from '#web/components/lazy-dialog.tsx'
import { useOff } from '#web/hooks/past.ts'

const load = async () => (await import('./schedule-dialog.tsx')).ScheduleDialog
const ahead = prefetching(load)

export interface ScheduleCollectionButtonProps extends ButtonProps {
  /** The zone that the dialog begins with; the city's first when not given. */
  zone?: Zone
  /** Its name, where what it says is not enough. */
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
