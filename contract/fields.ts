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
