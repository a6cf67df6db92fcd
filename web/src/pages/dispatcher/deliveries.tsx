/** The tools are unnecessary until the rows are visible. */
import { DeliveriesPanel } from '#web/features/schedules/deliveries/deliveries-panel.tsx'
import { UpdateCompositionButton } from '#web/features/sites/update-composition-button.tsx'

export function Deliveries({ className }: { className: string | undefined }) {
  return <DeliveriesPanel className={className} aside={<UpdateCompositionButton />} />
}
