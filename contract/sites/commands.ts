/** Commands about dumping sites: opening, load and composition. */
import { z } from 'zod'
import { msg } from '#contract/languages/message.ts'
import { MATERIALS } from '#domain/city.ts'
import { isSumOf100 } from '#domain/percent-total.ts'
import { truckLoadWeightSchema } from '../fields.ts'
import { createLineSchema } from '../text.ts'
import { coordinatesSchema, createZoneNameSchema } from '../zones/commands.ts'

const percent = z
  .number({ error: msg`Enter a number from 0 to 100`.message })
  .min(0, 'At least 0')
  .max(100, 'At most 100')

/** Maximum length of a picture in characters: 10 MB in base64. */
const MOST_IMAGE = 14_000_000

/** A site's composition entered by a person; percents sum to 100. */
export const UpdateCompositionBody = z
  .object({
    plastic: percent.default(0),
    paper: percent.default(0),
    glass: percent.default(0),
    metal: percent.default(0),
    organic: percent.default(0),
    textile: percent.default(0),
    other: percent.default(0),
    currentCapacity: z
      .number({ error: msg`Please enter a valid current capacity`.message })
      .min(0, msg`Please enter a valid current capacity`.message)
      .max(1_000_000, msg`Please enter a valid current capacity`.message),
    /** Picture in base64, with or without the prefix `data:image/jpeg;base64,`. */
    annotated_image: z.string().max(MOST_IMAGE, msg`The picture is too large: the limit is 10 MB`.message).optional(),
    /**
     * Id of the analysis from which the composition comes.
     * It supplies the picture, and its later corrections update this composition.
     */
    analysisId: z.string().max(80).optional(),
    /** Weight of the analysed waste, in kg. */
    weight: truckLoadWeightSchema.optional(),
    source: z.enum(['typed', 'llm', 'yolo']).default('typed'),
    updated_by: createLineSchema(100).optional(),
  })
  .refine((body) => isSumOf100(MATERIALS.map((material) => body[material])), {
    message: msg`Total percentage must equal 100%`.message,
    path: ['total'],
  })

export const OpenSiteBody = z.object({
  id: createLineSchema(20).pipe(z.string().min(1)),
  name: createLineSchema(80).pipe(z.string().min(1)),
  location: createLineSchema(120),
  zone: createZoneNameSchema().optional(),
  coordinates: coordinatesSchema,
  maxCapacity: z.number().positive(),
  currentCapacity: z.number().min(0),
  composition: z.record(z.string(), z.number().min(0).max(100)),
})
