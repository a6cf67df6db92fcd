/** Events of the installation: log pairing, rebuilds, retried jobs, idempotency keys. */

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
  // In the stream `rebuilds`: an admin requested a rebuild of a view or of the policies.
  RebuildRequested: z.object({
    /** Name of a view, or `policies`. */
    target: z.string(),
    requestedBy: userIdSchema,
    requestedAt: timestampSchema,
  }),
  // In the stream `rebuilds`: an admin retried a failed job before its regular retry.
  JobRetried: z.object({ jobId: z.string(), retriedBy: userIdSchema, retriedAt: timestampSchema }),
}

/** Events that reserve the idempotency keys of commands. */
export const commandEvents = {
  // Stream command-{command id}; the metadata has the fingerprint of the request.
  KeyClaimed: z.object({ claimedAt: timestampSchema }),
}
