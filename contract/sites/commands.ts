/** Commands about dumping sites: opening, load and composition. */
import { z } from 'zod'
import { MATERIALS } from '#domain/city.ts'
import { sumsTo100 } from '#domain/percent-total.ts'
import { line } from '../text.ts'
import { loadWeight } from '../weights.ts'
import { coordinates, namedZone } from '../zones/commands.ts'

const percent = z.number({ error: 'Enter a number from 0 to 100' }).min(0, 'At least 0').max(100, 'At most 100')

/** Maximum length of a picture: 10 MB in base64. */
const MOST_IMAGE = 14_000_000

/** Composition of a site as a person entered it; the parts must sum to 100. */
export const UpdateComposition = z
  .object({
    plastic: percent.default(0),
    paper: percent.default(0),
    glass: percent.default(0),
    metal: percent.default(0),
    organic: percent.default(0),
    textile: percent.default(0),
    other: percent.default(0),
    currentCapacity: z
      .number({ error: 'Please enter a valid current capacity' })
      .min(0, 'Please enter a valid current capacity')
      .max(1_000_000, 'Please enter a valid current capacity'),
    /** Base64, with or without the prefix `data:image/jpeg;base64,`. */
    annotated_image: z.string().max(MOST_IMAGE, 'The picture is too large: the limit is 10 MB').optional(),
    /**
     * The source analysis.
     * It supplies the picture, and its later corrections update this composition.
     */
    analysisId: z.string().max(80).optional(),
    /** kg of the analysed waste. */
    weight: loadWeight.optional(),
    source: z.enum(['typed', 'llm', 'yolo']).default('typed'),
    updated_by: line(100).optional(),
  })
  .refine((body) => sumsTo100(MATERIALS.map((material) => body[material])), {
    message: 'Total percentage must equal 100%',
    path: ['total'],
  })

export const OpenSite = z.object({
  id: line(20).pipe(z.string().min(1)),
  name: line(80).pipe(z.string().min(1)),
  location: line(120),
  zone: namedZone().optional(),
  coordinates,
  maxCapacity: z.number().positive(),
  currentCapacity: z.number().min(0),
  composition: z.record(z.string(), z.number().min(0).max(100)),
})
