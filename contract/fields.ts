/** Fields that events, commands and views have in common. */
import { z } from 'zod'

/** A zone's id: the name that it was opened under. */
export const zone = z.string().min(1)
/** When something happened. */
export const at = z.iso.datetime()
export const userId = z.string().min(1)
/** A truck's part of a plan, as the planner made it: all its trips to the site and back. */
export const plan = z.object({
  /** Reports that it collects. */
  reports: z.int().min(0),
  /** Trips to the site. */
  trips: z.int().min(1),
  km: z.number(),
  litres: z.number(),
})
/** It came of the simulated city, whether that is still switched on or not. */
export const simulated = z.literal(true).optional()
/** Personal data, as AES-256-GCM under the person's key: base64url of nonce, ciphertext and tag. */
export const sealed = z.string().min(1).meta({ sealed: true })

/** The hour (UTC) that a checkpoint was due at, such as `2026-03-01T14`. */
export const checkpointId = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d$/, 'Must be an hour such as 2026-03-01T14')
