/** The zones whose reports are collected, each with its load. */
import { useId } from 'react'
import classes from '#web/features/collections/choice/choice.module.css'
import { amount, counted } from '#web/format/numbers.ts'
import type { ZoneLoad } from './zone-loads.ts'

export interface ZoneChoiceProps {
  loads: readonly ZoneLoad[]
  chosen: readonly string[]
  choose(zones: readonly string[]): void
  /** Of all that is chosen, against what the truck holds. */
  hint: string | null
  error?: string | undefined
}

export function ZoneChoice({ loads, chosen, choose, hint, error }: ZoneChoiceProps) {
  const name = useId()
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={classes.legend}>Zones</legend>
      <p className={classes.hint} role="status">
        {hint}
      </p>
      <div className={classes.options}>
        {loads.map(({ zone, reports, load }) => (
          <label key={zone} className={classes.option}>
            <input
              type="checkbox"
              checked={chosen.includes(zone)}
              onChange={({ currentTarget: { checked } }) =>
                choose(checked ? [...chosen, zone] : chosen.filter((other) => other !== zone))
              }
            />
            <span className={classes.words}>
              <b>{zone}</b>
              <span className={classes.hint}>
                {counted(reports, 'report')} · {amount(load)} m³
              </span>
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
