/** Choice of a dumping site, with fill levels. */
import type { Site } from '#contract/views.ts'
import { amount, withUnit } from '#web/format/numbers.ts'
import { Choice } from './choice.tsx'

export interface SiteChoiceProps {
  sites: readonly Site[]
  chosen: string | null
  choose(id: string): void
  error?: string | undefined
}

export function SiteChoice({ sites, chosen, choose, error }: SiteChoiceProps) {
  const entries = sites.map(({ id, name, location, currentCapacity, maxCapacity }) => ({
    ...{ id, name },
    about: `${location} · ${amount(currentCapacity)} of ${withUnit(amount(maxCapacity), 't')}`,
  }))
  return (
    <Choice
      legend="Dumping site"
      entries={entries}
      chosen={chosen === null ? [] : [chosen]}
      choose={(ids) => ids.forEach(choose)}
      autofocus
      error={error}
    />
  )
}
