/** Addresses, keyboard shortcuts and command palette of the dispatcher’s screens. */

import { t } from '@lingui/core/macro'
import type { Report, Schedule, Site, Vehicle, ZoneStatus } from '#contract/views.ts'
import { lookUp } from '#domain/dictionary.ts'
import { referenceOf } from '#domain/reference.ts'
import { formatNumber, formatUpToTenths, withUnit } from '#web/lib/format/numbers.ts'
import { getResidentNameOfReport } from '#web/lib/language/person-name.ts'

export const ROUTES_PATH = '/dispatcher/routes'

/** Returns the address of the dashboard with one zone's reports. */
export const zonePathOf = (zone: string) => `/dispatcher/dashboard?zone=${encodeURIComponent(zone)}`

/** Returns the address of the dashboard with a resident's open reports. */
export const residentReportsPathOf = (name: string) => `/dispatcher/dashboard?search=${encodeURIComponent(name)}`

/** Returns the CSS selector of a truck's card on the dashboard. */
export const truckCardSelectorOf = (id: string) => `[data-vehicle="${CSS.escape(id)}"]`

/** Longest wait in ms for a part of the dashboard. */
const PART_TIMEOUT_MS = 4_000

/** Scrolls a part of the dashboard into view once it exists. */
export function scrollToPart(selector: string, until = Date.now() + PART_TIMEOUT_MS): void {
  const part = document.querySelector<HTMLElement>(selector)
  if (part) part.scrollIntoView({ block: 'center' })
  else if (Date.now() < until) requestAnimationFrame(() => scrollToPart(selector, until))
}

/** Screens by the letter that is pressed after `g`. */
const PLACES = { d: 'dashboard', r: 'routes', a: 'analytics', p: 'profile' } as const

export interface ScreenShortcut {
  key: string
  path: string
  label: string
}

/** Returns links to the screens, with names and shortcuts. */
export function getScreenShortcuts(): ScreenShortcut[] {
  const labels = { d: t`Dashboard`, r: t`Routes`, a: t`Analytics`, p: t`Profile` }
  const keys = Object.keys(PLACES) as (keyof typeof PLACES)[]
  return keys.map((key) => ({ key, path: PLACES[key], label: labels[key] }))
}

export type Shortcut = { does: 'go'; path: string } | { does: 'await' | 'rows' | 'search' | 'help' | 'palette' }

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** Shortcuts such as `g`, then a letter: maximum time in ms between the two keys. */
export const SECOND_KEY_TIMEOUT_MS = 1_500

/**
 * Returns the command of a key.
 * `awaited` means that `g` was pressed just before.
 * `typing` means that a field has the focus.
 * Only the palette's key works then.
 */
export function shortcutOf({ key, ctrlKey, metaKey, altKey }: Pressed, awaited: boolean, typing: boolean) {
  const answer = (shortcut: Shortcut) => shortcut
  if ((ctrlKey || metaKey) && !altKey) return key.toLowerCase() === 'k' ? answer({ does: 'palette' }) : undefined
  if (typing || altKey) return undefined
  const place = awaited ? lookUp<string>(PLACES, key) : undefined
  if (place) return answer({ does: 'go', path: place })
  if (key === 'g') return answer({ does: 'await' })
  if (key === 'j' || key === 'k') return answer({ does: 'rows' })
  if (key === '/') return answer({ does: 'search' })
  return key === '?' ? answer({ does: 'help' }) : undefined
}

/** Returns the list of shortcuts that the key `?` opens. */
export const describeShortcuts = (): readonly [keys: string, does: string][] => [
  [t`j or ↓, k or ↑`, t`Next and previous report`],
  [t`x or Space`, t`Select the report`],
  [t`o or Enter`, t`Open the report`],
  ['c', t`Mark the report as collected, or all selected reports`],
  ['Esc', t`Clear the selection`],
  ['/', t`Search reports. Enter or Esc returns to the list.`],
  ...getScreenShortcuts().map(({ key, label }): [string, string] => [t`g then ${key}`, label]),
  [t`Ctrl K or ⌘ K`, t`Find a truck, zone, resident, site, screen or action`],
  [t`Ctrl Z or ⌘ Z`, t`Undo the last change, within 8 seconds`],
  ['?', t`Show this list`],
]

/** Action of an item in the command palette. */
export type CommandPaletteAction =
  | { does: 'show'; of: 'zone' | 'resident' | 'truck' | 'site'; id: string }
  | { does: 'collect'; report: Report }
  | { does: 'schedule'; zone: string }
  | { does: 'start' | 'complete'; schedule: Schedule }
  | { does: 'refuel'; vehicle: Vehicle }
  | { does: 'compose'; siteId: string }

interface PaletteItem {
  id: string
  label: string
  description: string
  keywords?: string[]
  deed: CommandPaletteAction
}

export interface CommandPaletteData {
  zones: readonly Pick<ZoneStatus, 'zone' | 'currentReports' | 'totalCustomers'>[]
  trucks: readonly Vehicle[]
  sites: readonly Site[]
  reports: readonly Report[]
  schedules: readonly Schedule[]
}

const isOpen = ({ status }: Pick<Schedule, 'status'>) => status === 'scheduled' || status === 'in-progress'

/** Returns the palette item for a collection's next step, labelled with truck and zone. */
function stepOf(schedule: Schedule): PaletteItem {
  const { id, vehicle, zone } = schedule
  if (schedule.status === 'scheduled')
    return {
      id: `start-${id}`,
      label: t`Start ${{ truck: vehicle.id }}, ${zone}`,
      description: t`The truck leaves now`,
      deed: { does: 'start', schedule },
    }
  return {
    id: `complete-${id}`,
    label: t`Complete ${{ truck: vehicle.id }}, ${zone}`,
    description: t`The collection is done`,
    deed: { does: 'complete', schedule },
  }
}

function inZones({ zones, schedules }: CommandPaletteData): PaletteItem[] {
  return zones.flatMap(({ zone, currentReports, totalCustomers }) => {
    const open = schedules.filter((schedule) => schedule.zone === zone && isOpen(schedule))
    const [reports, customers] = [formatNumber(currentReports), formatNumber(totalCustomers)]
    const show: PaletteItem = {
      ...{ id: `zone-${zone}`, label: zone, description: t`${reports} of ${customers} reported. Show the reports.` },
      deed: { does: 'show', of: 'zone', id: zone },
    }
    if (open.length > 0) return [show, ...open.map(stepOf)]
    if (currentReports === 0) return [show]
    const schedule: PaletteItem = {
      id: `schedule-${zone}`,
      label: t`Schedule ${zone}`,
      description: t`${reports} of ${customers} reported. Choose trucks and start time.`,
      deed: { does: 'schedule', zone },
    }
    return [show, schedule]
  })
}

const inFleet = ({ trucks }: CommandPaletteData): PaletteItem[] =>
  trucks.flatMap((vehicle) => {
    const { id, make, model, registration_number: plate } = vehicle
    return [
      {
        ...{ id: `truck-${id}`, label: id, description: `${make} ${model} · ${plate}` },
        deed: { does: 'show' as const, of: 'truck' as const, id },
      },
      {
        ...{ id: `refuel-${id}`, label: t`Refuel ${id}`, description: t`Record liters and cost` },
        deed: { does: 'refuel' as const, vehicle },
      },
    ]
  })

const atSites = ({ sites }: CommandPaletteData): PaletteItem[] =>
  sites.flatMap(({ id, name, currentCapacity, maxCapacity }) => [
    {
      id: `site-${id}`,
      label: name,
      description: t`${{ load: formatUpToTenths(currentCapacity) }} of ${{ capacity: withUnit(formatUpToTenths(maxCapacity), 't') }} used. Show the map.`,
      deed: { does: 'show' as const, of: 'site' as const, id },
    },
    {
      ...{ id: `compose-${id}`, label: t`Update composition of ${name}`, description: t`What is at the site now` },
      deed: { does: 'compose' as const, siteId: id },
    },
  ])

/** Returns a command palette item for each report, because residents may share a name. */
function ofResidents({ reports }: CommandPaletteData): PaletteItem[] {
  const seen = new Set<string>()
  return reports.flatMap((report) => {
    const { id } = report
    const name = getResidentNameOfReport(report)
    if (name === undefined) return []
    const reference = referenceOf('report', id)
    const collect: PaletteItem = {
      // Omits the zone, because a zone search must not list all its residents.
      ...{ id: `collect-${id}`, label: t`Collect ${name}`, description: t`${reference}. You can undo this.` },
      ...{ keywords: [reference], deed: { does: 'collect', report } },
    }
    if (seen.has(name)) return [collect]
    seen.add(name)
    const show: PaletteItem = {
      ...{ id: `resident-${name}`, label: name, description: t`Reported a full bin. Show the report.` },
      ...{ keywords: [reference], deed: { does: 'show', of: 'resident', id: name } },
    }
    return [show, collect]
  })
}

/**
 * Returns the items of the command palette by group: links first, then actions.
 * With `isOff`, it contains no actions.
 */
export function createCommandPaletteItems(
  city: CommandPaletteData,
  isOff: boolean,
): { group: string; found: PaletteItem[] }[] {
  const groups = [
    { group: t`Zones`, found: inZones(city) },
    { group: t`Trucks`, found: inFleet(city) },
    { group: t`Sites`, found: atSites(city) },
    { group: t`Residents`, found: ofResidents(city) },
  ]
  if (!isOff) return groups
  return groups.map(({ group, found }) => ({ group, found: found.filter(({ deed }) => deed.does === 'show') }))
}
