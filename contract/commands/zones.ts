/** What dispatchers do about zones: open, change and close them, and move the residents of one to another. */
import { z } from 'zod'
import { needed } from './text.ts'

export const coordinates = z.object({
  lat: z.number('Enter a latitude').min(-90, 'At least -90').max(90, 'At most 90'),
  lng: z.number('Enter a longitude').min(-180, 'At least -180').max(180, 'At most 180'),
})

const MOST_CORNERS = 200
/** The corners of an area, in order; the last one is joined to the first. */
export const outline = z
  .array(coordinates)
  .min(3, 'At least three corners')
  .max(MOST_CORNERS, `At most ${MOST_CORNERS} corners`)

/** Dots and other marks would be read as paths of the configuration; a number alone as a place in its order. */
const NAME = /^(?=.*\p{L})[\p{L}\p{N}][\p{L}\p{M}\p{N} '’()-]*$/u
/** Measured as it is kept: some letters are two when they are normalized. */
const zoneName = needed('Name', 60)
  .transform((text) => text.normalize('NFC').replace(/ +/g, ' '))
  .pipe(z.string().max(60, 'At most 60 characters').regex(NAME, 'Use letters, digits, spaces and hyphens'))

/** Letters alone: a digit would run into the number of the cycle that follows it in ids. */
const code = needed('Code', 5)
  .transform((text) => text.toUpperCase())
  .pipe(z.string().regex(/^[A-Z]{2,5}$/, 'Use 2 to 5 letters'))

const customers = z.int('Enter a whole number').min(1, 'At least 1').max(1_000_000, 'At most 1,000,000')
const km = z.number('Enter a distance').min(0, 'At least 0').max(1_000, 'At most 1,000')

export const OpenZone = z.object({
  name: zoneName,
  code,
  customers,
  centre: coordinates,
  outline: outline.optional(),
  /** Site id to km, one way; to others it is what it is by default. */
  distances: z.record(z.string().max(40), km).default({}),
})

export const ChangeZone = z.object({ centre: coordinates, outline: outline.optional() })

/** A zone that is named: whether there is such a zone, and whether it is open, its own stream says. */
export const namedZone = (missing = 'Select a valid zone') =>
  z
    .string({ error: (issue) => (issue.input ? 'Select a valid zone' : missing) })
    .min(1, missing)
    .max(60, 'Select a valid zone')

export const MoveResidents = z.object({ to: namedZone() })

/** A resident's own choice, when their zone was closed. */
export const ChooseZone = z.object({ zone: namedZone('Zone is required') })
