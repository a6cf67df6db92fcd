/** Button that opens the choices of a zone's collection. */
import { useState } from 'react'
import type { Zone } from '#domain/city.ts'
import { LazyDialog } from '#web/ui/lazy-panel.tsx'
import { RowButton } from '#web/ui/rows.tsx'

const load = async () => (await import('./plan-dialog.tsx')).PlanDialog

export function CompareButton({ zone, gone = false }: { zone: Zone; gone?: boolean }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <RowButton label={`Compare the ways to collect ${zone}`} gone={gone} act={() => setOpened(true)}>
        Compare
      </RowButton>
      <LazyDialog load={load} props={{ zone, opened, close: () => setOpened(false) }} />
    </>
  )
}
