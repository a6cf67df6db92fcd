/** What is said of refits of the built-in detector's material heads: out of people's corrections, scored on photos they had not seen. */
import { z } from 'zod'
import { at } from '../fields.ts'

const count = z.int().min(0)

/** How many boxes got the material that people gave them, and how surely (mean of -ln of the share that it was given). */
export const RefitScore = z.object({ right: count, logLoss: z.number().min(0) })

/** A refit's own number: they are counted from 1. */
const refit = z.int().min(1)

/** What is added to the shipped heads. */
export const HeadInUse = z.object({
  /** Of analyses that are made with it. */
  version: z.string().min(1),
  /** The version of the detector that it belongs to: with another one it says nothing. */
  base: z.string().min(1),
  /** Content hash of its numbers. */
  weights: z.string().min(1),
})
export type HeadInUse = z.infer<typeof HeadInUse>

/** A refit as it came out. */
export const refitShape = {
  refit,
  ...HeadInUse.omit({ weights: true }).shape,
  trainedOn: z.object({ photos: count, boxes: count }),
  /** Photos that neither it nor the heads in use had learned from; on how many it named more boxes rightly, and fewer. */
  scoredOn: z.object({ photos: count, boxes: count, better: count, worse: count }),
  before: RefitScore,
  after: RefitScore,
  /** Whether it is better by more than chance; then analyses are made with it from now on. */
  taken: z.boolean(),
  /** Content hash of its numbers; absent where it was not taken. */
  weights: z.string().min(1).optional(),
  /** The first 16 digits of the content hash of each photo that it learned from. */
  learnedFrom: z.array(z.string()),
}

/** A refit is to be made. */
export const RefitDue = z.object({ refit })
export type RefitDue = z.infer<typeof RefitDue>

/** A refit was made. */
export const RecordRefit = z.object({ type: z.literal('RecordRefit'), ...refitShape })
export type RecordRefit = z.infer<typeof RecordRefit>

/** A refit could not be made. */
export const FailRefit = RefitDue.extend({ type: z.literal('FailRefit'), reason: z.string().min(1) })
export type FailRefit = z.infer<typeof FailRefit>

/** A refit, from being asked for to what came of it. */
export const Refit = z.object({
  refit,
  state: z.enum(['asked', 'done', 'failed']),
  askedAt: at.optional(),
  endedAt: at.optional(),
  reason: z.string().optional(),
  made: z.object(refitShape).omit({ refit: true, learnedFrom: true, weights: true }).optional(),
})
export type Refit = z.infer<typeof Refit>

/** A refit as the read store has it. */
export interface RefitRecord extends Refit {
  /** Whether analyses were made with it from then on. */
  taken: boolean
  /** What is added to the shipped heads, and what that learned from; absent where it was not taken. */
  head?: HeadInUse & { learnedFrom: readonly string[] }
}

/** Where the refit in use is found. */
export const refitInUse = { filter: { taken: true }, sort: { refit: -1 }, limit: 1 } as const

/** Photos that were corrected and that the heads in use have not learned from: with fewer, no refit could show that it is better. */
export const LEAST_CORRECTED = 10
/** With so many a refit is made without being asked for: enough for a difference to show, and a few weeks of a careful dispatcher. */
export const ENOUGH_CORRECTED = 20

/** The newest of them are learned from: a refit looks at each photo, and is to take minutes. */
export const MOST_CORRECTED = 150

interface Corrected {
  picture: string
  boxes?: readonly unknown[] | undefined
}

export const shortOf = (picture: string) => picture.slice(0, 16)

/** Where a refit finds what people corrected, newest first; a photo may be there for several sites. */
export const newestCorrected = {
  filter: { corrections: { $gt: 0 }, state: 'done' },
  sort: { correctedAt: -1 },
  limit: 2 * MOST_CORRECTED,
} as const

/** Photos with boxes as they were corrected last, each once. */
export function correctedPhotos<C extends Corrected>(newest: readonly C[]): C[] {
  const byPicture = new Map<string, C>()
  for (const one of newest) if (!byPicture.has(one.picture)) byPicture.set(one.picture, one)
  return [...byPicture.values()].filter(({ boxes = [] }) => boxes.length > 0).slice(0, MOST_CORRECTED)
}

/** Those of them that heads have not learned from. */
export function newlyCorrected<C extends Corrected>(newest: readonly C[], learnedFrom: readonly string[]): C[] {
  const known = new Set(learnedFrom)
  return correctedPhotos(newest).filter(({ picture }) => !known.has(shortOf(picture)))
}
