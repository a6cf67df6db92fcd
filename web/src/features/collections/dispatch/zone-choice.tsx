/** The zones whose reports are collected, each with its load. */

import classes from '#web/features/collections/choice/choice.module.css'
import { Choice } from '#web/features/collections/choice/choice.tsx'
import { amount, counted, withUnit } from '#web/format/numbers.ts'
import type { ZoneLoad } from './zone-loads.ts'

export interface ZoneChoiceProps {
  loads: readonly ZoneLoad[]
  chosen: readonly string[]
  choose(zones: readonly string[]): void
  /** Of all that is chosen, against what the truck holds. */
  hint: string | null
  error?: string | undefined
}

export function ZoneChoice({ loads, hint, ...choice }: ZoneChoiceProps) {
  const entries = loads.map(({ zone, reports, load }) => ({
    ...{ id: zone, name: zone },
    about: `${counted(reports, 'report')} · ${withUnit(amount(load), 'm³')}`,
  }))
  return (
    <Choice legend="Zones" many entries={entries} {...choice}>
      <p className={classes.hint} role="status">
        {hint}
      </p>
    </Choice>
  )
}
