/** Draft of the zone form, as strings, and its command. */
import type { RequestOf } from '#contract/endpoints.ts'
import { numberIn } from '#web/lib/format/numbers.ts'

export interface ZoneDraft {
  name: string
  code: string
  customers: string
  centre: { lat: string; lng: string }
}

export const EMPTY_ZONE: ZoneDraft = { name: '', code: '', customers: '', centre: { lat: '', lng: '' } }

/** Returns a code from a name until one is typed: 'AN' for Ablekuma North, 'TES' for Teshie. */
export function suggestedCode(name: string): string {
  const words = name
    .normalize('NFKD')
    .toUpperCase()
    .split(/[\s-]+/)
    .map((word) => word.replace(/[^A-Z]/g, ''))
    .filter(Boolean)
  const initials = words.map((word) => word[0]).join('')
  return (initials.length > 1 ? initials : (words[0] ?? '')).slice(0, initials.length > 1 ? 5 : 3)
}

const number = (text: string) => numberIn(text) as number

/**
 * Returns the command, with the suggested code by default.
 * An invalid number is undefined, which the schema reports.
 */
export const zoneOf = ({ name, code, customers, centre }: ZoneDraft): RequestOf<'openZone'> => ({
  name,
  code: code.trim() || suggestedCode(name),
  customers: number(customers),
  centre: { lat: number(centre.lat), lng: number(centre.lng) },
})
