/** Events that reserve the idempotency keys of commands. */
import { z } from 'zod'
import { at } from '../fields.ts'

export const commandEvents = {
  // Stream command-{command id}; the metadata has the fingerprint of the request.
  KeyClaimed: z.object({ claimedAt: at }),
}
