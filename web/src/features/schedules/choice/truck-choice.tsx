/** Choice of one or several trucks, with state and fuel. */
import { IconTruckOff } from '@tabler/icons-react'
import type { Vehicle } from '#contract/views.ts'
import { withUnit } from '#web/lib/format/numbers.ts'
import { FreezeRegionContext, useFreezeRegion, useFrozenRows } from '#web/lib/hooks/frozen-rows.ts'
import { fuelPercent } from '#web/ui/meter.tsx'
import { NewRows } from '#web/ui/rows.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import classes from './choice.module.css'
import { Choice, type ChoiceProps } from './choice.tsx'

export interface TruckChoiceProps {
  /** Allows multiple choice. */
  many?: boolean
  trucks: readonly Vehicle[]
  chosen: readonly string[]
  choose(ids: readonly string[]): void
  hint?: string | undefined
  error?: string | undefined
}

const states = {
  available: 'Available',
  scheduled: 'Scheduled',
  'in-transit': 'In Transit to Site',
  'on-route': 'On Route',
  maintenance: 'Maintenance',
}

export function TruckChoice({ many = false, trucks, hint, ...choice }: TruckChoiceProps) {
  const { value, region, place } = useFreezeRegion()
  const legend = (
    <>
      {many ? 'Trucks' : 'Truck'} <span className={classes.news} aria-live="polite" ref={place} />
    </>
  )
  return (
    <FreezeRegionContext value={value}>
      <Trucks {...choice} many={many} trucks={trucks} hint={hint} legend={legend} region={region} />
    </FreezeRegionContext>
  )
}

type TrucksProps = TruckChoiceProps &
  Pick<ChoiceProps, 'legend'> & { region: ReturnType<typeof useFreezeRegion>['region'] }

function Trucks({ trucks, hint, region, ...choice }: TrucksProps) {
  const { shown, gone, ...news } = useFrozenRows(trucks)
  const entries = shown.map(({ id, make, model, status, needs_refuel: low, ...tank }) => ({
    ...{ id, name: id, gone: gone(id) },
    about: `${make} ${model} · ${gone(id) ? 'Not free any more' : states[status]} · ${withUnit(fuelPercent(tank), '%')} fuel${low ? ' · refuel' : ''}`,
  }))
  return (
    <Choice {...choice} entries={entries} ref={region}>
      <NewRows {...news} of="trucks" />
      {hint && shown.length > 0 && <p className={classes.hint}>{hint}</p>}
      {shown.length === 0 && (
        <EmptyState icon={IconTruckOff} title="No vehicles available">
          A vehicle can be chosen here as soon as one is free.
        </EmptyState>
      )}
    </Choice>
  )
}
