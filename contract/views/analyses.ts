/** Analyses of photos: how far each has come, and what was seen. */
import { z } from 'zod'
import { MATERIALS } from '#rules/city.ts'
import { at, simulated } from '../fields.ts'
import { Findings, METHODS, Usage } from '../litter.ts'

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
