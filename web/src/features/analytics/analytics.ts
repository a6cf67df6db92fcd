/** Calculates and formats the figures of the analytics dashboard, and its periods. */
import { t } from '@lingui/core/macro'
import type { QueryOf } from '#contract/endpoints.ts'
import type { FuelAnalytics, Vehicle } from '#contract/views.ts'
import type { VehicleStatus } from '#domain/city.ts'
import { formatHundredths, formatWhole, tenths, withUnit } from '#web/lib/format/numbers.ts'
import { citySettings, withCurrency } from '#web/lib/format/times.ts'

export type Period = QueryOf<'fuelAnalytics'>['period']

export const periodLabels = (): Record<Period, string> => ({
  7: t`Last 7 Days`,
  30: t`Last 30 Days`,
  90: t`Last 90 Days`,
})

/** Returns the period that an address names, or 7 days if it names none. */
export function periodOf(asked: string | null): Period {
  return asked !== null && Object.hasOwn(periodLabels(), asked) ? (asked as Period) : '7'
}

/** Estimates the routes for a number of open reports: one route per three, rounded up. */
export const estimateActiveRoutes = (reports: number) => Math.ceil(reports / 3)

/** Returns a text that explains the estimate and gives the actual number of routes. */
export const activeRoutesNote = (reports: number | undefined, underWay: number | undefined) =>
  t`Estimate: ${{ reports: formatCount(reports) }} open reports ÷ 3. Routes in progress now: ${{ routes: formatCount(underWay) }}`

/** Returns km per litre; null if no fuel was consumed. */
export function fuelEfficiencyOf({
  total_distance: formatKm,
  total_fuel_consumed: formatLitres,
}: Pick<FuelAnalytics['summary'], 'total_distance' | 'total_fuel_consumed'>): number | null {
  return formatLitres > 0 ? formatKm / formatLitres : null
}

/** Returns km per litre for each day, rounded to hundredths; null for a day without consumption. */
export const dailyEfficienciesOf = (days: FuelAnalytics['days']) =>
  days.map(({ distance, litres: formatLitres }) =>
    formatLitres > 0 ? Math.round((distance / formatLitres) * 100) / 100 : null,
  )

/** Formats an amount with its unit, or '–' if unknown. */
const orUnknown = (write: (value: number) => string) => (value: number | null | undefined) =>
  value === null || value === undefined ? '–' : write(value)

export const formatCount = orUnknown(formatWhole)
export const formatLitres = orUnknown((value) => withUnit(tenths(value), 'L'))
export const formatKm = orUnknown((value) => withUnit(tenths(value), 'km'))
export const formatKmPerLitre = orUnknown((value) => withUnit(formatHundredths(value), 'km/L'))
export const formatMoney = orUnknown((value) => withCurrency(formatHundredths(value)))
export const formatMoneyPerKm = orUnknown((value) => `${withCurrency(formatHundredths(value))}/km`)

/** Formats a duration in hours as '31.5 h', from two days on as '2.6 days'. */
export const waitDurationText = orUnknown((value) =>
  value < 48 ? withUnit(tenths(value), 'h') : t`${{ days: tenths(value / 24) }} days`,
)

/** Returns a comparison with the previous period, such as '12 % more than in the 7 days before'. */
export function comparisonText(
  now: number | null | undefined,
  before: number | null | undefined,
  days: number,
): string {
  if (now === null || now === undefined || before === null || before === undefined)
    return t`No data for the ${days} days before`
  if (before === 0 && now > 0) return t`None in the ${days} days before`
  if (before === 0) return t`Same as in the ${days} days before`
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  if (percent === 0) return t`Same as in the ${days} days before`
  const change = withUnit(formatWhole(percent), '%')
  return now > before
    ? t`${change} more than in the ${days} days before`
    : t`${change} less than in the ${days} days before`
}

/** Labels and colours of the truck states. */
export const truckStateLegend = (): Record<VehicleStatus, { label: string; color: string }> => ({
  available: { label: t`Available`, color: 'var(--ws-status-done)' },
  scheduled: { label: t`Scheduled`, color: 'var(--ws-status-new)' },
  'on-route': { label: t`On Route`, color: 'var(--ws-status-progress)' },
  'in-transit': { label: t`In Transit to Site`, color: 'var(--ws-status-progress)' },
  maintenance: { label: t`Maintenance`, color: 'var(--ws-field-border)' },
})

/** Returns the number of trucks in each state, including states without trucks. */
export function countTrucksByState(fleet: readonly Pick<Vehicle, 'status'>[]) {
  return Object.entries(truckStateLegend()).map(([key, { label, color }]) => ({
    key,
    label,
    color,
    value: fleet.filter(({ status }) => status === key).length,
  }))
}

/** Returns the title of a chart axis for costs: 'Cedi (GH₵)', or the code of another currency. */
export function moneyAxisTitle(): string {
  const { code, symbol } = citySettings().currency
  return code === 'GHS' ? t`Cedi (${symbol})` : `${code} (${symbol})`
}
