/** What auditors read of the proof, and what people read of auditors. */
import { z } from 'zod'
import { ROLES } from '#rules/city.ts'

/** A checkpoint that was made at its hour; `note` is the signed note. */
export const MadeCheckpoint = z.object({
  id: z.string(),
  /** Events. */
  size: z.int(),
  root: z.string(),
  note: z.string(),
  made_at: z.string(),
  /** So many auditors have it by mail. */
  mailed: z.int(),
})
export type MadeCheckpoint = z.infer<typeof MadeCheckpoint>

/** Somebody opened the reader's name. */
export const Access = z.object({
  id: z.string(),
  at: z.string(),
  by_name: z.string(),
  by_role: z.enum(ROLES),
  reason: z.string(),
})
export type Access = z.infer<typeof Access>
