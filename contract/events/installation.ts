/** The installation itself: which log and which vault belong together. */
import { z } from 'zod'
import { at } from '../fields.ts'

export const installation = {
  // Stream installation; one event, the log's half of the pair
  InstallationFounded: z.object({
    installationId: z.string(),
    /** Fingerprint of the vault that belongs to this log. */
    vault: z.string(),
    foundedAt: at,
  }),
}
