/** Texts of a comparison of two moments: list names, row titles, field names. */

import { plural, t } from '@lingui/core/macro'
import { type ComparedListName, type ComparedRowDifference, DIFFERENCE_KINDS } from '#contract/audit/comparison.ts'
import { type EventSubjectKind, eventTypeLabelOf } from '#contract/audit/event-subjects.ts'
import { lookUp } from '#domain/dictionary.ts'
import { createNumberFormatter, formatNumber } from '#web/lib/format/numbers.ts'
import { formatReplayMoment } from './use-replay.ts'

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const formatHundredths = createNumberFormatter({ maximumFractionDigits: 2 })
/**
 * Number of entries up to which a list is shown in full.
 * Longer lists show a count.
 */
const MAX_LISTED = 6

/**
 * Formats a value: 'in-progress' as 'in progress', times in city time.
 * Returns undefined for no value.
 */
function valueText(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'boolean') return value ? t`yes` : t`no`
  if (typeof value === 'number') return formatHundredths(value)
  if (typeof value === 'string') return ISO_TIME.test(value) ? formatReplayMoment(Date.parse(value)) : value
  if (!Array.isArray(value)) return JSON.stringify(value)
  if (value.length === 0) return t`none`
  const isShort = value.length <= MAX_LISTED && value.every((part) => typeof part !== 'object')
  return isShort
    ? value.map(valueText).join(', ')
    : plural({ count: value.length }, { one: '# item', other: '# items' })
}

interface ListLabel {
  label: string
  /**
   * Kind of the compared list's objects, by which the history screen can filter.
   * Undefined if the history screen has no filter for these objects.
   */
  thing?: EventSubjectKind
}

export const getComparedListLabels = (): Readonly<Record<ComparedListName, ListLabel>> => ({
  reports: { label: t`Open reports`, thing: 'report' },
  zones: { label: t`Zones`, thing: 'zone' },
  collections: { label: t`Scheduled collections`, thing: 'collection' },
  vehicles: { label: t`Trucks`, thing: 'truck' },
  sites: { label: t`Dumping sites`, thing: 'site' },
  deliveries: { label: t`Deliveries under way`, thing: 'delivery' },
  forecasts: { label: t`Forecast of the city` },
  configuration: { label: t`Configuration` },
})

type Fields = Readonly<Record<string, unknown>>

const titlePartsOf = (board: ComparedListName, row: Fields): unknown[] => {
  switch (board) {
    case 'reports':
      return [t`Report ${{ id: String(row.id) }}`, row.zone]
    case 'collections':
      return [row.id, row.zone, (row.vehicle as Fields | undefined)?.id]
    case 'vehicles':
      return [row.id, row.make, row.model]
    case 'deliveries':
      return [row.id, row.truckId, row.facilityId]
    case 'sites':
      return [row.id, row.name]
    case 'zones':
      return [row.name ?? row.id]
    default:
      return [getComparedListLabels()[board].label]
  }
}

/** Returns a row's title, such as 'Report u1.3 · Ablekuma North'. */
export const comparedRowTitleOf = (board: ComparedListName, { after }: Pick<ComparedRowDifference, 'after'>): string =>
  titlePartsOf(board, after)
    .filter((part) => part !== undefined && part !== null)
    .join(' · ')

export const getDifferenceKindLabels = (): Readonly<Record<ComparedRowDifference['kind'], string>> => ({
  added: t`New`,
  gone: t`Gone`,
  changed: t`Changed`,
})

const KIND_COUNTS: Readonly<Record<ComparedRowDifference['kind'], (count: string) => string>> = {
  added: (count) => t`${count} new`,
  gone: (count) => t`${count} gone`,
  changed: (count) => t`${count} changed`,
}

/** Formats differences as '3 new, 1 gone', or 'No difference'. */
export function describeDifferenceCounts(counts: Readonly<Record<ComparedRowDifference['kind'], number>>): string {
  const some = DIFFERENCE_KINDS.filter((kind) => counts[kind] > 0)
  const words = some.map((kind) => KIND_COUNTS[kind](formatNumber(counts[kind])))
  return words.join(', ') || t`No difference`
}

/** Fields that are not shown: internal fields and ids of accounts. */
const HIDDEN_FIELDS = new Set([
  'id',
  'position',
  'userId',
  'openIds',
  'unconfirmedIds',
  'simulatedIds',
  'arrivals',
  'foretold',
  'reached',
  'waits',
  'archiver',
  'collectedBy',
  'dataPosition',
  'changedBy',
  'forecastId',
])

const fieldLabels = (): Readonly<Record<string, string>> => ({
  sealed: t`Reported by`,
  timestamp: t`Reported`,
  collectedAt: t`Collected`,
  reopenedAt: t`Reopened`,
  scheduleIds: t`Trucks on their way`,
  loose: t`Waiting for a load`,
  unconfirmed: t`Account not confirmed`,
  disputed: t`Resident says: not collected`,
  replaced: t`Replaced by another report`,
  open: t`Open`,
  openReports: t`Open reports`,
  totalCustomers: t`Customers`,
  cycle: t`Collection cycle`,
  currentCapacity: t`Load (t)`,
  maxCapacity: t`Capacity (t)`,
  current_fuel_level: t`Fuel (L)`,
  fuel_percentage: t`Fuel (%)`,
  estimated_range_km: t`Range (km)`,
  tank_capacity_liters: t`Tank (L)`,
  in_fleet: t`In the fleet`,
  bound_for: t`On its way to`,
  weight: t`Weight (kg)`,
  facilityId: t`Site`,
  truckId: t`Truck`,
  underWay: t`Under way`,
  estimatedDistance: t`Distance (km)`,
  estimatedFuelConsumption: t`Fuel needed (L)`,
  image_updated: t`Photo taken`,
})

/** Formats a field's path: `fuel_prices · diesel` becomes 'Fuel prices · diesel'. */
function fieldLabel(path: string): string {
  const [first = '', ...rest] = path.split(' · ')
  const known = lookUp(fieldLabels(), first) ?? eventTypeLabelOf(first.replaceAll('_', ' '))
  return [known, ...rest.map((part) => eventTypeLabelOf(part.replaceAll('_', ' ')).toLowerCase())].join(' · ')
}

interface FormattedDifference {
  path: string
  words: string
  /** Formatted value at the earlier moment; '–' if there was none. */
  was: string
  is: string
}

const NO_VALUE = '–'
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns every leaf field (without fields of its own) with its path. */
function leafFieldsOf(fields: Fields | null, above = ''): [string, unknown][] {
  return Object.entries(fields ?? {}).flatMap(([field, value]) => {
    if (HIDDEN_FIELDS.has(field)) return []
    const path = above ? `${above} · ${field}` : field
    return isFields(value) ? leafFieldsOf(value, path) : [[path, value] as [string, unknown]]
  })
}

/** Returns the fields of a row that changed, with formatted values. */
export function plainDifferencesOf({
  before,
  after,
}: Pick<ComparedRowDifference, 'before' | 'after'>): FormattedDifference[] {
  const [was, is] = [new Map(leafFieldsOf(before)), new Map(leafFieldsOf(after))]
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((path) => {
    const [from, to] = [was.get(path) ?? null, is.get(path) ?? null]
    if (JSON.stringify(from) === JSON.stringify(to)) return []
    const words = [valueText(from) ?? NO_VALUE, valueText(to) ?? NO_VALUE] as const
    // Omits changes between empty and missing values, which look alike.
    if (words[0] === NO_VALUE && words[1] === NO_VALUE) return []
    // A long list is shown as its count.
    // Two different lists can have equal counts, so the text adds 'different'.
    const told = words[0] === words[1] ? t`${{ value: words[1] }} (different)` : words[1]
    return [{ path, words: fieldLabel(path), was: words[0], is: told }]
  })
}
