/** A list of trucks to choose one or several from, each with its state and fuel. */
import { IconTruckOff } from '@tabler/icons-react'
import { useId } from 'react'
import type { Vehicle } from '#contract/views.ts'
import { NewRows } from '#web/components/new-rows.tsx'
import { EmptyState } from '#web/components/states.tsx'
import { useHeldRows } from '#web/hooks/held-rows.ts'
import { RegionContext, useRegion } from '#web/hooks/region.ts'
import classes from './choice.module.css'

export interface TruckChoiceProps {
  /** Several may be chosen. */
  many?: boolean
  trucks: readonly Vehicle[]
  chosen: readonly string[]
  choose(ids: readonly string[]): void
  hint?: string
  error?: string | undefined
}

const states = {
  available: 'Available',
  scheduled: 'Scheduled',
  'in-transit': 'In Transit to Site',
  'on-route': 'On Route',
  maintenance: 'Maintenance',
}

export function TruckChoice(props: TruckChoiceProps) {
  const { many, error } = props
  const name = useId()
  const { value, region, place } = useRegion()
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined} ref={region}>
      <legend className={classes.legend}>
        {many ? 'Trucks' : 'Truck'} <span className={classes.news} aria-live="polite" ref={place} />
      </legend>
      <RegionContext value={value}>
        <Trucks {...props} name={name} />
      </RegionContext>
      {error && (
        <p id={`${name}-error`} className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function Trucks({ many = false, trucks, chosen, choose, hint, name }: TruckChoiceProps & { name: string }) {
  const { shown, gone, ...news } = useHeldRows(trucks)
  const pick = (id: string, on: boolean) => {
    if (!many) return choose([id])
    choose(on ? [...chosen, id] : chosen.filter((other) => other !== id))
  }
  return (
    <>
      <NewRows {...news} of="trucks" />
      {hint && shown.length > 0 && <p className={classes.hint}>{hint}</p>}
      {shown.length === 0 && (
        <EmptyState icon={IconTruckOff} title="No vehicles available">
          A vehicle can be chosen here as soon as one is free.
        </EmptyState>
      )}
      <div className={classes.options}>
        {shown.map(({ id, make, model, status, fuel_percentage: fuel, needs_refuel: low }) => (
          <label key={id} className={classes.option} data-gone={gone(id) || undefined}>
            <input
              type={many ? 'checkbox' : 'radio'}
              name={name}
              value={id}
              checked={chosen.includes(id)}
              disabled={gone(id)}
              onChange={(event) => pick(id, event.currentTarget.checked)}
            />
            <span className={classes.words}>
              <b>{id}</b>
              <span className={classes.hint}>
                {make} {model} · {gone(id) ? 'Not free any more' : states[status]} · {Math.round(fuel)} % fuel
                {low && ' · refuel'}
              </span>
            </span>
          </label>
        ))}
      </div>
    </>
  )
}
