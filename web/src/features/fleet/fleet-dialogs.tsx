/** The fleet's dialogs, one at a time. */
import type { Vehicle } from '#contract/views.ts'
import { LazyDialog, prefetching } from '#web/components/lazy-dialog.tsx'

/** Open dialog and its vehicle, which stays during the closing animation. */
export interface Doing {
  what: 'save' | 'refuel' | 'delete' | null
  vehicle: Vehicle | null
}

const save = async () => (await import('./vehicle-dialog.tsx')).VehicleDialog
const refuel = async () => (await import('./refuel-dialog.tsx')).RefuelDialog
const remove = async () => (await import('./delete-vehicle-dialog.tsx')).DeleteVehicleDialog

export const aheadOfSaving = prefetching(save)
export const aheadOfRefuelling = prefetching(refuel)

export function FleetDialogs({ doing, turnTo }: { doing: Doing; turnTo(doing: Doing): void }) {
  const { what, vehicle } = doing
  const close = () => turnTo({ what: null, vehicle })
  return (
    <>
      <LazyDialog
        load={save}
        props={{
          vehicle,
          opened: what === 'save',
          close,
          remove: (doomed) => turnTo({ what: 'delete', vehicle: doomed }),
        }}
      />
      <LazyDialog load={refuel} props={{ vehicle, opened: what === 'refuel', close }} />
      <LazyDialog load={remove} props={{ vehicle, opened: what === 'delete', close }} />
    </>
  )
}
