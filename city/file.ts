/** The file of a city: its zones, sites, trucks and prices as YAML, checked by the schemas of the commands that it becomes. */
import { LineCounter, parseDocument, stringify } from 'yaml'
import { z } from 'zod'
import { City, Configuration, ConfiguredSite } from '#contract/city/configuration.ts'
import { OpenZone, RegisterVehicle } from '#contract/commands.ts'
import { FIRST_CITY } from '#rules/city-words.ts'

/** Drivers are people: they are entered where they can be erased, not in a file. */
const PERSONAL = ['driver_name', 'driver_contact'] as const
const Truck = z
  .looseObject({})
  .refine(
    (truck) => PERSONAL.every((field) => !(field in truck)),
    'A file names no drivers: enter them in Fleet Management',
  )
  .pipe(RegisterVehicle)

interface Named {
  zones: readonly { name: string; code: string }[]
  sites: readonly { id: string }[]
  trucks: readonly { id: string }[]
}

/** What each part must have once. */
const ONCE: readonly (readonly [keyof Named, (city: Named) => string[]])[] = [
  ['zones', ({ zones }) => zones.map(({ name }) => name.toLowerCase())],
  ['zones', ({ zones }) => zones.map(({ code }) => code)],
  ['sites', ({ sites }) => sites.map(({ id }) => id)],
  ['trucks', ({ trucks }) => trucks.map(({ id }) => id)],
]

export const CityFile = z
  .strictObject({
    city: City.default(FIRST_CITY),
    zones: z.array(OpenZone).min(1, 'At least one zone').max(1_000),
    sites: z.array(ConfiguredSite).min(1, 'At least one dumping site').max(50),
    trucks: z.array(Truck).max(2_000).default([]),
    fuelPrices: Configuration.shape.fuel_prices,
    thresholds: Configuration.shape.thresholds,
  })
  .check(({ value: city, issues }) => {
    for (const [part, idsOf] of ONCE) {
      const ids = idsOf(city)
      const at = ids.findIndex((id, n) => ids.indexOf(id) !== n)
      if (at >= 0) issues.push({ code: 'custom', path: [part, at], message: `${ids[at]} is there twice`, input: city })
    }
    const sites = new Set(city.sites.map(({ id }) => id))
    for (const [n, zone] of city.zones.entries())
      for (const id of Object.keys(zone.distances))
        if (!sites.has(id))
          issues.push({
            code: 'custom',
            path: ['zones', n, 'distances', id],
            message: `There is no site ${id}`,
            input: id,
          })
  })
export type CityFile = z.output<typeof CityFile>

/** Throws a sentence for each thing that is wrong, with its line. */
export function readCityFile(text: string, name: string): CityFile {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const at = (offset: number | undefined) => (offset === undefined ? name : `${name}:${lines.linePos(offset).line}`)
  const broken = document.errors.map((error) => `${at(error.pos[0])}: ${error.message.split('\n')[0]}`)
  if (broken.length > 0) throw new Error(broken.join('\n'))
  const parsed = CityFile.safeParse(document.toJS())
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.map(
    ({ path, message }) => `${at(offsetOf(document, path))}: ${path.join('.')}: ${message}`,
  )
  throw new Error(wrong.join('\n'))
}

/** Where in the text a field stands; the nearest around it where it is missing. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: readonly PropertyKey[]): number | undefined {
  for (let depth = path.length; depth >= 0; depth--) {
    const node = depth > 0 ? document.getIn(path.slice(0, depth), true) : document.contents
    const range = (node as { range?: [number, number, number] } | undefined)?.range
    if (range) return range[0]
  }
  return undefined
}

export const writeCityFile = (city: CityFile): string => stringify(city, { lineWidth: 0 })
