/** The periods of the analytics dashboard, its derived figures, and how its amounts are written. */

import type { QueryOf } from '#contract/endpoints.ts'
import type { FuelAnalytics, Vehicle } from '#contract/views.ts'
import type { VehicleStatus } from '#rules/city.ts'
import { cityWords, money } from '#web/format/city-words.ts'
import { hundredths, tenths, wholes, withUnit } from '#web/format/numbers.ts'

export type Period = QueryOf<'fuelAnalytics'>['period']

export const periods: Record<Period, string> = { 7: 'Last 7 Days', 30: 'Last 30 Days', 90: 'Last 90 Days' }

/** The period that an address asks for; 7 days when it asks for none that there is. */
export function periodOf(asked: string | null): Period {
  return asked !== null && Object.hasOwn(periods, asked) ? (asked as Period) : '7'
}

/** The routes that this many open reports keep busy: one for every three, rounded up. */
export const activeRoutes = (reports: number) => Math.ceil(reports / 3)

/** Returns what the figure means, beside how many routes there really are. */
export const activeRoutesNote = (reports: number | undefined, underWay: number | undefined) =>
  `estimated from ${count(reports)} open reports ÷ 3; routes under way now: ${count(underWay)}`

/** km per litre: distance ÷ fuel; null when nothing was burnt. */
export function efficiencyOf({
  total_distance: km,
  total_fuel_consumed: litres,
}: Pick<FuelAnalytics['summary'], 'total_distance' | 'total_fuel_consumed'>): number | null {
  return litres > 0 ? km / litres : null
}

/** By day, to the hundredth; null where nothing was burnt. */
export const efficiencies = (days: FuelAnalytics['days']) =>
  days.map(({ distance, litres }) => (litres > 0 ? Math.round((distance / litres) * 100) / 100 : null))

/** Writes an amount with its unit; what is not known is '–'. */
const orUnknown = (write: (value: number) => string) => (value: number | null | undefined) =>
  value === null || value === undefined ? '–' : write(value)

export const count = orUnknown(wholes)
export const litres = orUnknown((value) => withUnit(tenths(value), 'L'))
export const km = orUnknown((value) => withUnit(tenths(value), 'km'))
export const kmPerLitre = orUnknown((value) => withUnit(hundredths(value), 'km/L'))
export const cedi = orUnknown((value) => money(hundredths(value)))
export const cediPerKm = orUnknown((value) => `${money(hundredths(value))}/km`)

/** '31.5 h', from two days on in days: '2.6 days'. */
export const lasting = orUnknown((value) => (value < 48 ? withUnit(tenths(value), 'h') : `${tenths(value / 24)} days`))

/** How a figure stands against the period before: '12 % more than in the 7 days before'. */
export function against(now: number | null | undefined, before: number | null | undefined, days: number): string {
  const period = `the ${days} days before`
  if (now === null || now === undefined || before === null || before === undefined) return `Unknown in ${period}`
  if (before === 0) return now === 0 ? `As in ${period}` : `None in ${period}`
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  if (percent === 0) return `As in ${period}`
  return `${withUnit(wholes(percent), '%')} ${now > before ? 'more' : 'less'} than in ${period}`
}

/** The states of a truck, with the colour of each status. */
export const fleetStates: Record<VehicleStatus, { label: string; color: string }> = {
  available: { label: 'Available', color: 'var(--ws-status-done)' },
  scheduled: { label: 'Scheduled', color: 'var(--ws-status-new)' },
  'on-route': { label: 'On Route', color: 'var(--ws-status-progress)' },
  'in-transit': { label: 'In Transit to Site', color: 'var(--ws-status-progress)' },
  maintenance: { label: 'Maintenance', color: 'var(--ws-field-border)' },
}

/** How many trucks are in each state; those without any are told, too. */
export function fleetByState(fleet: readonly Pick<Vehicle, 'status'>[]) {
  return Object.entries(fleetStates).map(([key, { label, color }]) => ({
    key,
    label,
    color,
    value: fleet.filter(({ status }) => status === key).length,
  }))
}

/** 'Cedi (GH₵)': what an axis of costs is called; elsewhere the currency's code. */
export function axisOfMoney(): string {
  const { code, symbol } = cityWords().currency
  return `${code === 'GHS' ? 'Cedi' : code} (${symbol})`
}
