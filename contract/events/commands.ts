/** What commands leave behind besides what they did. */
import { z } from 'zod'
import { at } from '../fields.ts'

export const commands = {
  // Stream command-{command id}; which request it stands for is the fingerprint beside it
  KeyClaimed: z.object({ claimedAt: at }),
}
