/** The installation itself: which log and which vault belong together, and what is made anew of the log. */
import { z } from 'zod'
import { at, userId } from '../fields.ts'

export const installation = {
  // Stream installation; one event, the log's half of the pair
  InstallationFounded: z.object({
    installationId: z.string(),
    /** Fingerprint of the vault that belongs to this log. */
    vault: z.string(),
    foundedAt: at,
  }),
  // Stream rebuilds; an admin asks for the rows of a view, or what policies know, to be made anew of the whole log
  RebuildRequested: z.object({
    /** A view by its name, or `policies`. */
    target: z.string(),
    requestedBy: userId,
    requestedAt: at,
  }),
  // Stream rebuilds; an admin had a job that failed tried at once, before its time
  JobRetried: z.object({ jobId: z.string(), retriedBy: userId, retriedAt: at }),
}
