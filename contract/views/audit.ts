/** What auditors read of the proof. */
import { z } from 'zod'

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
