/**
 * Parses the city file: zones, sites, trucks and prices as YAML.
 * The schemas of the importing commands validate it.
 */
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, type Scalar, stringify, visit } from 'yaml'
import { z } from 'zod'
import { OpenZoneBody, RegisterVehicleBody } from '#contract/commands.ts'
import { CityDetails, Configuration, ConfiguredSite } from '#contract/settings/configuration.ts'
import { DEFAULT_CITY } from '#domain/city-settings.ts'
import { toStrictSchema } from './strict-schema.ts'

/** Personal data in a file could not be erased. */
const NO_DRIVERS = 'Leave the driver out: enter it in Fleet Management'
const FORBIDDEN_FIELDS = {
  driver_name: NO_DRIVERS,
  driver_contact: NO_DRIVERS,
  status: 'Leave the status out: set it in Fleet Management',
}
const Truck = z
  .looseObject({})
  .check(({ value: truck, issues }) => {
    for (const [field, message] of Object.entries(FORBIDDEN_FIELDS))
      if (Object.hasOwn(truck, field)) issues.push({ code: 'custom', path: [field], message, input: truck })
  })
  .pipe(toStrictSchema(RegisterVehicleBody))

interface NamedLists {
  zones: readonly { name: string; code: string }[]
  sites: readonly { id: string }[]
  trucks: readonly { id: string }[]
}

/** Values that must be unique within a list of the city file: zone names and codes, site ids, truck ids. */
const UNIQUE_VALUES: readonly (readonly [keyof NamedLists, (city: NamedLists) => string[]])[] = [
  ['zones', ({ zones }) => zones.map(({ name }) => name.toLowerCase())],
  ['zones', ({ zones }) => zones.map(({ code }) => code)],
  ['sites', ({ sites }) => sites.map(({ id }) => id)],
  ['trucks', ({ trucks }) => trucks.map(({ id }) => id)],
]

export const CityFile = z
  .strictObject({
    city: toStrictSchema(CityDetails).default(DEFAULT_CITY),
    zones: z.array(toStrictSchema(OpenZoneBody)).min(1, 'At least one zone').max(1_000),
    sites: z.array(toStrictSchema(ConfiguredSite)).min(1, 'At least one dumping site').max(50),
    trucks: z.array(Truck).max(2_000).default([]),
    fuelPrices: toStrictSchema(Configuration.shape.fuel_prices),
    thresholds: toStrictSchema(Configuration.shape.thresholds),
  })
  .check(({ value: city, issues }) => {
    for (const [part, idsOf] of UNIQUE_VALUES) {
      const ids = idsOf(city)
      const at = ids.findIndex((id, n) => ids.indexOf(id) !== n)
      if (at >= 0) issues.push({ code: 'custom', path: [part, at], message: `${ids[at]} is listed twice`, input: city })
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

/**
 * Parses a city file.
 * Throws one sentence per fault, with line and column.
 */
export function readCityFile(text: string, name: string): CityFile {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, stringKeys: true, prettyErrors: false })
  const at = ({ offset, message }: Fault) => {
    const { line, col } = lines.linePos(offset)
    return `${name}:${line}:${col}: ${message}`
  }
  const broken = faultsOf(document)
  if (broken.length > 0) throw new Error(broken.map(at).join('\n'))
  const parsed = CityFile.safeParse(document.toJS())
  if (parsed.success) return parsed.data
  throw new Error(parsed.error.issues.flatMap((issue) => faultsAt(document, issue).map(at)).join('\n'))
}

interface Fault {
  /** Offset of the fault in the text. */
  offset: number
  message: string
}

/** Returns YAML faults, including unknown tags, which would be ignored. */
function faultsOf(document: Document.Parsed): Fault[] {
  const faults = [...document.errors, ...document.warnings].map(({ pos, message }) => ({ offset: pos[0], message }))
  visit(document, {
    Pair(_, { key }) {
      // `__proto__` sets the prototype, so schemas do not see it.
      if (isScalar(key) && key.value === '__proto__')
        faults.push({ offset: key.range?.[0] ?? 0, message: 'The key __proto__ is not allowed' })
    },
  })
  return faults
}

const USE_DECIMAL_POINT = 'Write decimals with a point, such as 9.39'

/** Returns the faults that a schema issue reports in the file: one, or one per unknown field. */
function faultsAt(document: Document.Parsed, issue: z.core.$ZodIssue): Fault[] {
  const { path, message } = issue
  if (issue.code !== 'unrecognized_keys') {
    const node = path.length > 0 ? document.getIn(path, true) : document.contents
    const hint = isScalar(node) ? hintFor(node, issue) : undefined
    return [{ offset: offsetOf(document, path), message: `${path.join('.')}: ${hint ?? message}` }]
  }
  return issue.keys.map((field) => {
    // YAML reads the decimal comma in `{ lat: 9,39 }` as two fields.
    // They are `lat` 9 and an empty '39'.
    const isDecimal = /^\d+$/.test(field) && !document.getIn([...path, field])
    const sentence = isDecimal ? USE_DECIMAL_POINT : 'There is no such field'
    return { offset: keyOffset(document, path, field), message: `${[...path, field].join('.')}: ${sentence}` }
  })
}

/** Returns a hint for a value of the wrong type. */
function hintFor({ value, source = '' }: Scalar, { code, ...issue }: z.core.$ZodIssue): string | undefined {
  if (code !== 'invalid_type' || !('expected' in issue)) return undefined
  const isText = typeof value === 'string' || value === null
  if (issue.expected === 'string' && !isText) return `Put quotes around text that looks like a number: "${source}"`
  return isText && /^-?\d+,\d+$/.test(source) ? USE_DECIMAL_POINT : undefined
}

/**
 * Returns where a field's value starts in the source text.
 * If the field is missing, returns where its nearest existing ancestor starts.
 */
function offsetOf(document: Document.Parsed, path: readonly PropertyKey[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return document.contents?.range[0] ?? 0
}

function keyOffset(document: Document.Parsed, path: readonly PropertyKey[], field: string): number {
  const map = path.length > 0 ? document.getIn(path, true) : document.contents
  const keys = isMap(map) ? map.items.map(({ key }) => key) : []
  const key = keys.filter(isScalar).find(({ value }) => value === field)
  return key?.range?.[0] ?? offsetOf(document, path)
}

export const writeCityFile = (city: CityFile): string => stringify(city, { lineWidth: 0 })
