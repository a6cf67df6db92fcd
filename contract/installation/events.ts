/** Events of the installation: the pairing of log and vault, rebuilds, retried jobs, and idempotency keys. */

import { z } from 'zod'
import { timestampSchema, userIdSchema } from '../fields.ts'

export const installationEvents = {
  // Stream installation; its only event pairs the log with a vault.
  InstallationFounded: z.object({
    installationId: z.string(),
    /** Fingerprint of the vault that belongs to this log. */
    vault: z.string(),
    foundedAt: timestampSchema,
  }),
  // Stream rebuilds; an admin requests a rebuild of a view or of the policies from the whole log.
  RebuildRequested: z.object({
    /** Name of a view, or `policies`. */
    target: z.string(),
    requestedBy: userIdSchema,
    requestedAt: timestampSchema,
  }),
  // Stream rebuilds: an admin has retried a failed job before its scheduled time.
  JobRetried: z.object({ jobId: z.string(), retriedBy: userIdSchema, retriedAt: timestampSchema }),
}

/** Events that reserve the idempotency keys of commands. */
export const commandEvents = {
  // Stream command-{command id}; the metadata has the fingerprint of the request.
  KeyClaimed: z.object({ claimedAt: timestampSchema }),
}
