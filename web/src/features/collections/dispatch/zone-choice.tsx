/** Choice of the zones to collect, with their loads. */

import { Choice } from '#web/features/collections/choice/choice.tsx'
import { amount, counted, withUnit } from '#web/format/numbers.ts'
import type { ZoneLoad } from './zone-loads.ts'

export interface ZoneChoiceProps {
  loads: readonly ZoneLoad[]
  chosen: readonly string[]
  choose(zones: readonly string[]): void
  error?: string | undefined
}

export function ZoneChoice({ loads, ...choice }: ZoneChoiceProps) {
  const entries = loads.map(({ zone, reports, load }) => ({
    ...{ id: zone, name: zone },
    about: `${counted(reports, 'report')} · ${withUnit(amount(load), 'm³')}`,
  }))
  return <Choice legend="Zones" many entries={entries} {...choice} />
}
