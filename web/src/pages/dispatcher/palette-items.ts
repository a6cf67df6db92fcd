/** Items of the palette and their actions: open, collect, schedule, start, complete, refuel, compose. */
import type { Report, Schedule, Site, Vehicle, ZoneStatus } from '#contract/views.ts'
import { referenceOf } from '#domain/reference.ts'
import { amount, figure, withUnit } from '#web/lib/format/numbers.ts'

/** Effect of an item. */
export type PaletteAction =
  | { does: 'show'; of: 'zone' | 'resident' | 'truck' | 'site'; id: string }
  | { does: 'collect'; report: Report }
  | { does: 'schedule'; zone: string }
  | { does: 'start' | 'complete'; schedule: Schedule }
  | { does: 'refuel'; vehicle: Vehicle }
  | { does: 'compose'; siteId: string }

export interface PaletteItem {
  id: string
  label: string
  description: string
  keywords?: string[]
  deed: PaletteAction
}

export interface City {
  zones: readonly Pick<ZoneStatus, 'zone' | 'currentReports' | 'totalCustomers'>[]
  trucks: readonly Vehicle[]
  sites: readonly Site[]
  reports: readonly Report[]
  schedules: readonly Schedule[]
}

const isOpen = ({ status }: Pick<Schedule, 'status'>) => status === 'scheduled' || status === 'in-progress'

/** Returns the next step of a collection, with truck and zone in its name. */
function stepOf(schedule: Schedule): PaletteItem {
  const does = schedule.status === 'scheduled' ? 'start' : 'complete'
  const verb = does === 'start' ? 'Start' : 'Complete'
  return {
    id: `${does}-${schedule.id}`,
    label: `${verb} ${schedule.vehicle.id}, ${schedule.zone}`,
    description: does === 'start' ? 'Its truck sets out' : 'Its collection is done',
    deed: { does, schedule },
  }
}

function inZones({ zones, schedules }: City): PaletteItem[] {
  return zones.flatMap(({ zone, currentReports, totalCustomers }) => {
    const open = schedules.filter((schedule) => schedule.zone === zone && isOpen(schedule))
    const reported = `${figure(currentReports)} of ${figure(totalCustomers)} reported`
    const show: PaletteItem = {
      ...{ id: `zone-${zone}`, label: zone, description: `${reported}; shows its reports` },
      deed: { does: 'show', of: 'zone', id: zone },
    }
    if (open.length > 0) return [show, ...open.map(stepOf)]
    if (currentReports === 0) return [show]
    const schedule: PaletteItem = {
      ...{ id: `schedule-${zone}`, label: `Schedule ${zone}`, description: `${reported}; choose trucks and start` },
      deed: { does: 'schedule', zone },
    }
    return [show, schedule]
  })
}

const inFleet = ({ trucks }: City): PaletteItem[] =>
  trucks.flatMap((vehicle) => {
    const { id, make, model, registration_number: plate } = vehicle
    return [
      {
        ...{ id: `truck-${id}`, label: id, description: `${make} ${model} · ${plate}` },
        deed: { does: 'show' as const, of: 'truck' as const, id },
      },
      {
        ...{ id: `refuel-${id}`, label: `Refuel ${id}`, description: 'Records liters and cost' },
        deed: { does: 'refuel' as const, vehicle },
      },
    ]
  })

const atSites = ({ sites }: City): PaletteItem[] =>
  sites.flatMap(({ id, name, currentCapacity, maxCapacity }) => [
    {
      id: `site-${id}`,
      label: name,
      description: `${amount(currentCapacity)} of ${withUnit(amount(maxCapacity), 't')}; shows the map`,
      deed: { does: 'show' as const, of: 'site' as const, id },
    },
    {
      ...{ id: `compose-${id}`, label: `Update composition of ${name}`, description: 'What lies there now' },
      deed: { does: 'compose' as const, siteId: id },
    },
  ])

/** Returns one action per report, because several residents may have the same name. */
function ofResidents({ reports }: City): PaletteItem[] {
  const named = reports.filter(({ resident_name: name }) => name !== undefined)
  const seen = new Set<string>()
  return named.flatMap((report) => {
    const { id, resident_name: name = '' } = report
    const reference = referenceOf('report', id)
    const collect: PaletteItem = {
      // Without the zone: a search for a zone must not list all its residents.
      ...{ id: `collect-${id}`, label: `Collect ${name}`, description: `${reference}; can be undone` },
      ...{ keywords: [reference], deed: { does: 'collect', report } },
    }
    if (seen.has(name)) return [collect]
    seen.add(name)
    const show: PaletteItem = {
      ...{ id: `resident-${name}`, label: name, description: 'Has reported a full bin; shows it' },
      ...{ keywords: [reference], deed: { does: 'show', of: 'resident', id: name } },
    }
    return [show, collect]
  })
}

/**
 * Returns the items by kind: links first, then actions.
 * `isOff` omits the actions.
 */
export function paletteItems(city: City, isOff: boolean): { group: string; found: PaletteItem[] }[] {
  const groups = [
    { group: 'Zones', found: inZones(city) },
    { group: 'Trucks', found: inFleet(city) },
    { group: 'Sites', found: atSites(city) },
    { group: 'Residents', found: ofResidents(city) },
  ]
  if (!isOff) return groups
  return groups.map(({ group, found }) => ({ group, found: found.filter(({ deed }) => deed.does === 'show') }))
}
