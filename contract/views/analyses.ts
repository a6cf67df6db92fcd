/** Analyses of photos: how far each has come, and what was seen. */
import { z } from 'zod'
import { MATERIALS } from '#rules/city.ts'
import { at, simulated } from '../fields.ts'
import { Findings, LitterBox, METHODS, Usage } from '../waste/litter.ts'
import { Refit } from '../waste/refits.ts'

/** From being asked for to its end. */
export const ANALYSIS_STATES = ['queued', 'running', 'done', 'failed'] as const

export const Analysis = Findings.partial({ boxes: true }).extend({
  simulated,
  id: z.string(),
  siteId: z.string().optional(),
  method: z.enum(METHODS),
  state: z.enum(ANALYSIS_STATES),
  /** The photo as it was sent; by URL, for which a width may be asked. */
  picture_url: z.string(),
  /** px */
  width: z.int(),
  /** px */
  height: z.int(),
  /** The photo with its boxes, labels and confidences. */
  annotated_url: z.string().optional(),
  requestedAt: at,
  startedAt: at.optional(),
  /** When it was done or had failed. */
  endedAt: at.optional(),
  /** Why it failed. */
  reason: z.string().optional(),
  model: z.string().optional(),
  version: z.string().optional(),
  usage: Usage.optional(),
  /** How often people have corrected it, and when they last did. */
  corrections: z.int().min(0),
  correctedAt: at.optional(),
})
export type Analysis = z.infer<typeof Analysis>

const count = z.int().min(0)

/** How far people agree with the built-in detector, over the newest 100 photos that it has looked at. */
export const Agreement = z.object({
  /** Of the newest of them. */
  model: z.string().optional(),
  version: z.string().optional(),
  analyses: count,
  /** Those that people have corrected; the figures below are of these alone. */
  corrected: count,
  boxes: z.object({
    /** By the model. */
    seen: count,
    /** Left by people as material; their place may have been moved. */
    right: count,
    otherMaterial: count,
    removed: count,
    /** By people. */
    added: count,
  }),
  /** By what the model had said. */
  byMaterial: z.record(z.enum(MATERIALS), z.object({ seen: count, right: count })),
  /** Percentage points of a composition that a correction moved elsewhere, on average; absent where nobody knows. */
  pointsWrong: z.number().optional(),
})
export type Agreement = z.infer<typeof Agreement>

/** A photo in which the detector and people disagree, with what either of them says. */
export const Disagreement = Analysis.pick({ id: true, picture_url: true, width: true, height: true }).extend({
  seen: z.array(LitterBox),
  corrected: z.array(LitterBox),
  /** Percentage points of the composition that the correction moved elsewhere. */
  pointsWrong: z.number(),
})
export type Disagreement = z.infer<typeof Disagreement>

/** What became of the material heads by people's corrections. */
export const Refitting = z.object({
  /** That is in use; absent where the shipped heads are. */
  inUse: Refit.optional(),
  /** Newest first. */
  newest: z.array(Refit),
  /** Photos that were corrected and that what is in use has not learned from. */
  waiting: count,
  /** So many are needed for a refit, and with so many there is one without being asked for. */
  least: count,
  enough: count,
})
export type Refitting = z.infer<typeof Refitting>
