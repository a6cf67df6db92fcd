/** Dialogs of a list of deliveries: weighing and dispute. */
import { useRef } from 'react'
import type { Delivery } from '#contract/views.ts'
import { LazyDialog } from '#web/ui/lazy-panel.tsx'

const loadWeigh = async () => (await import('./weigh-dialog.tsx')).WeighDialog
const loadDispute = async () => (await import('./dispute-dialog.tsx')).DisputeDialog

export interface OpenDialog {
  kind: 'weigh' | 'dispute'
  /** Delivery at the time of the press. */
  delivery: Delivery
}

export interface DeliveryDialogsProps {
  dialog: OpenDialog | null
  rows: readonly Delivery[]
  close(): void
}

export function DeliveryDialogs({ dialog, rows, close }: DeliveryDialogsProps) {
  // The content stays during the closing animation.
  const last = useRef(dialog)
  if (dialog) last.current = dialog
  const pressed = last.current?.delivery
  const delivery = rows.find(({ id }) => id === pressed?.id) ?? pressed ?? null
  return (
    <>
      <LazyDialog load={loadWeigh} props={{ delivery, opened: dialog?.kind === 'weigh', close }} />
      <LazyDialog load={loadDispute} props={{ delivery, opened: dialog?.kind === 'dispute', close }} />
    </>
  )
}
