/** Form fields with single or multiple choice: plain entries, and trucks. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconTruckOff } from '@tabler/icons-react'
import { type ReactNode, type Ref, useId } from 'react'
import type { Vehicle } from '#contract/views.ts'
import type { VehicleStatus } from '#domain/city.ts'
import { withUnit } from '#web/lib/format/numbers.ts'
import { FreezeRegionContext, useFreezeRegion, useFrozenRows } from '#web/lib/hooks/frozen-rows.ts'
import { fuelPercentOf } from '#web/ui/marks.tsx'
import { NewRowsButton } from '#web/ui/rows.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import classes from './dispatch.module.css'

interface Entry {
  id: string
  name: string
  about: ReactNode
  /**
   * True for a choice that is no longer available.
   * It stays visible so that the list does not move while the user chooses.
   */
  gone?: boolean
}

interface ChoiceProps {
  legend: ReactNode
  /** True if several entries may be chosen. */
  many?: boolean
  entries: readonly Entry[]
  chosen: readonly string[]
  choose(ids: readonly string[]): void
  /** Content between the field's title and its choices. */
  children?: ReactNode
  /** True if the first choice has the focus when the field appears. */
  autofocus?: boolean
  error?: string | undefined
  ref?: Ref<HTMLFieldSetElement>
}

export function ChoiceField({
  legend,
  many = false,
  entries,
  chosen,
  choose,
  autofocus,
  error,
  children,
  ref,
}: ChoiceProps) {
  const name = useId()
  const pick = (id: string, on: boolean) => {
    if (!many) return choose([id])
    choose(on ? [...chosen, id] : chosen.filter((other) => other !== id))
  }
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined} ref={ref}>
      <legend className={classes.legend}>{legend}</legend>
      {children}
      <div className={classes.options}>
        {entries.map((entry, index) => (
          <label key={entry.id} className={classes.option} data-gone={entry.gone || undefined}>
            <input
              type={many ? 'checkbox' : 'radio'}
              name={name}
              value={entry.id}
              checked={chosen.includes(entry.id)}
              disabled={entry.gone}
              onChange={({ currentTarget }) => pick(entry.id, currentTarget.checked)}
              data-autofocus={(autofocus && index === 0) || undefined}
            />
            <span className={classes.words}>
              <b>{entry.name}</b>
              <span className={classes.hint}>{entry.about}</span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface TruckChoiceProps {
  /** True if several trucks may be chosen. */
  many?: boolean
  trucks: readonly Vehicle[]
  chosen: readonly string[]
  choose(ids: readonly string[]): void
  hint?: string | undefined
  error?: string | undefined
}

/**
 * Form field to choose one or several trucks.
 * Shows state and fuel.
 */
export function TruckChoice({ many = false, trucks, hint, ...choice }: TruckChoiceProps) {
  const { value, region, place } = useFreezeRegion()
  const legend = (
    <>
      <span>{many ? t`Trucks` : t`Truck`}</span> <span className={classes.news} aria-live="polite" ref={place} />
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
    about: [
      `${make} ${model}`,
      gone(id) ? t`No longer free` : stateLabel(status),
      t`${{ fuel: withUnit(fuelPercentOf(tank), '%') }} fuel`,
      ...(low ? [t`refuel`] : []),
    ].join(' · '),
  }))
  return (
    <ChoiceField {...choice} entries={entries} ref={region}>
      <NewRowsButton {...news} of="trucks" />
      {hint && shown.length > 0 && <p className={classes.hint}>{hint}</p>}
      {shown.length === 0 && (
        <EmptyState icon={IconTruckOff} title={t`No vehicles available`}>
          <Trans>Vehicles appear here when they are free.</Trans>
        </EmptyState>
      )}
    </ChoiceField>
  )
}

function stateLabel(status: VehicleStatus): string {
  const labels = {
    available: t`Available`,
    scheduled: t`Scheduled`,
    'in-transit': t`In Transit to Site`,
    'on-route': t`On Route`,
    maintenance: t`Maintenance`,
  }
  return labels[status]
}
