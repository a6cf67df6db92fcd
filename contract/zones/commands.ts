/** Commands of dispatchers about zones: open, change, close, and move residents. */
import { z } from 'zod'
import { msg } from '#contract/languages/message.ts'
import { createRequiredLineSchema } from '../text.ts'

export const coordinatesSchema = z.object({
  lat: z.number(msg`Enter a latitude`.message).min(-90, 'At least -90').max(90, 'At most 90'),
  lng: z.number(msg`Enter a longitude`.message).min(-180, 'At least -180').max(180, 'At most 180'),
})

const MOST_CORNERS = 200
/**
 * Corners of a zone's area, in order.
 * The last one connects to the first.
 */
export const outlineSchema = z
  .array(coordinatesSchema)
  .min(3, msg`At least three corners`.message)
  .max(MOST_CORNERS, `At most ${MOST_CORNERS} corners`)

/**
 * Matches valid zone names.
 * A name must contain a letter, because objects treat numeric keys as array indexes.
 * Dots and similar characters are excluded: they separate the parts of configuration paths.
 */
const NAME = /^(?=.*\p{L})[\p{L}\p{N}][\p{L}\p{M}\p{N} '’()-]*$/u
/** Checks the length after normalization, because some letters become two. */
const zoneName = createRequiredLineSchema('Name', 60)
  .transform((text) => text.normalize('NFC').replace(/ +/g, ' '))
  .pipe(z.string().max(60, 'At most 60 characters').regex(NAME, msg`Use letters, digits, spaces and hyphens`.message))

/**
 * A zone code of letters only.
 * In ids, a digit would merge with the following cycle number.
 */
const code = createRequiredLineSchema('Code', 5)
  .transform((text) => text.toUpperCase())
  .pipe(z.string().regex(/^[A-Z]{2,5}$/, msg`Use 2 to 5 letters`.message))

const customers = z.int(msg`Enter a whole number`.message).min(1, 'At least 1').max(1_000_000, 'At most 1,000,000')
const km = z.number(msg`Enter a distance`.message).min(0, 'At least 0').max(1_000, 'At most 1,000')

export const OpenZoneBody = z.object({
  name: zoneName,
  code,
  customers,
  centre: coordinatesSchema,
  outline: outlineSchema.optional(),
  /**
   * One-way distances in km by site id.
   * For other sites, the default distance applies.
   */
  distances: z.record(z.string().max(40), km).default({}),
})

export const ChangeZoneBody = z.object({ centre: coordinatesSchema, outline: outlineSchema.optional() })

/**
 * Accepts any zone name.
 * The zone's stream decides whether it exists and is open.
 */
export const createZoneNameSchema = (missing = msg`Select a valid zone`.message) =>
  z
    .string({ error: (issue) => (issue.input ? msg`Select a valid zone`.message : missing) })
    .min(1, missing)
    .max(60, msg`Select a valid zone`.message)

export const MoveResidentsBody = z.object({ to: createZoneNameSchema() })

/** A resident chooses a zone after their own was closed. */
export const ChooseZoneBody = z.object({ zone: createZoneNameSchema('Zone is required') })
