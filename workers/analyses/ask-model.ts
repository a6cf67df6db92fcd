/**
 * Analyses a photo with a language model.
 * It returns boxes, percent by weight, and kilograms.
 */
import { z } from 'zod'
import { type LitterBox, MAX_BOXES_PER_PHOTO } from '#contract/analyses/litter.ts'
import { msg } from '#contract/languages/message.ts'
import { MATERIALS } from '#domain/city.ts'
import { compositionOfBoxes, roundToGrams, toWholePercents } from '#domain/litter-weight.ts'
import { mapMaterials } from '#domain/materials.ts'
import { MAX_TRUCK_LOAD_KG } from '#domain/plausible-limits.ts'
import { ModelCallFailed } from '#platform/language-model/chat-completion.ts'
import type { JobDependencies } from '../runner/job.ts'
import { DetectionFailed, type DetectionResult } from './detect.ts'

/**
 * Photo width in px.
 * More costs more and does not help the model.
 */
const WIDTH = 1_280

const SYSTEM =
  'You look at photos of waste for a city and answer with JSON alone. Say only what is to be seen; where no waste is to be seen, answer no items and no composition.'
const TEXT = `What waste is in this photo?
- items: every piece or heap (at most ${MAX_BOXES_PER_PHOTO}) with its material (${MATERIALS.join(', ')}), how sure you are (0 to 1), and box: [x0, y0, x1, y1] as fractions of width and height from the upper left corner.
- composition: percent of the whole by weight for each of these materials, or null where nothing is to be seen.
- weight_kg: what all of it may weigh: likely, least and most; or null.`

const fraction = z.number().min(0).max(1)
const percent = z.number().min(0).max(100)
/** Rejects weights above any truck's capacity as errors. */
const kilograms = z.number().min(0).max(MAX_TRUCK_LOAD_KG)
export const VisionModelAnswer = z.object({
  items: z
    .array(z.object({ material: z.enum(MATERIALS), confidence: fraction, box: z.array(fraction).length(4) }))
    .max(MAX_BOXES_PER_PHOTO),
  composition: z.partialRecord(z.enum(MATERIALS), percent).nullable(),
  weight_kg: z.object({ likely: kilograms, least: kilograms, most: kilograms }).nullable(),
})
type VisionModelAnswer = z.infer<typeof VisionModelAnswer>

export async function askVisionModel(
  picture: string,
  { pictures, model }: Pick<JobDependencies, 'pictures' | 'model'>,
): Promise<DetectionResult> {
  if (!model) throw new DetectionFailed(msg`No language model is set up.`.message)
  const began = performance.now()
  const bytes = await pictures.get(picture, WIDTH)
  if (!bytes) throw new DetectionFailed(msg`The picture no longer exists. Please send it again.`.message)
  const decoded = performance.now()
  try {
    const { answer, ...told } = await model.ask({
      system: SYSTEM,
      text: TEXT,
      picture: bytes,
      shape: VisionModelAnswer,
    })
    const took = { decoding: Math.round(decoded - began), looking: Math.round(performance.now() - decoded) }
    return { ...parseVisionModelAnswer(answer), ...told, took }
  } catch (error) {
    if (error instanceof ModelCallFailed) throw new DetectionFailed(error.message, { cause: error.cause })
    throw error
  }
}

/**
 * Parses the answer of the language model.
 * Calculates the composition from the boxes, so that both agree.
 * Without boxes it uses the model's own composition.
 */
export function parseVisionModelAnswer({
  items,
  composition,
  weight_kg: weight,
}: VisionModelAnswer): Pick<DetectionResult, 'boxes' | 'composition' | 'weight'> {
  const boxes = items.flatMap(({ material, confidence, box: [x0 = 0, y0 = 0, x1 = 0, y1 = 0] }, n): LitterBox[] =>
    x1 > x0 && y1 > y0 ? [{ id: `b${n + 1}`, material, confidence, x0, y0, x1, y1 }] : [],
  )
  const { likely: kg = 0, least = 0, most = 0 } = weight ?? {}
  const whole = compositionOfBoxes(boxes).composition ?? wholeOf(composition ?? {})
  if (!whole) return { boxes }
  const known = kg > 0 && { weight: roundToGrams({ kg, low: Math.min(least, kg), high: Math.max(most, kg) }) }
  return { boxes, composition: whole, ...known }
}

/**
 * Scales a composition to whole percentages that sum to 100.
 * Undefined if all its values are 0.
 */
function wholeOf(composition: NonNullable<VisionModelAnswer['composition']>): DetectionResult['composition'] {
  const total = Object.values(composition).reduce((sum, part) => sum + part, 0)
  return total === 0 ? undefined : toWholePercents(mapMaterials((material) => (composition[material] ?? 0) / total))
}
