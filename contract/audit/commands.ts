/** Schemas of commands that auditors and admins send. */
import { z } from 'zod'
import { createRequiredLineSchema } from '../text.ts'

export const ChangeCheckpointKeyBody = z.object({ reason: createRequiredLineSchema('Reason', 200) })

/**
 * Reveals a person's name to an auditor.
 * The person can read why.
 */
export const RevealPersonNameBody = z.object({ reason: createRequiredLineSchema('Reason', 200) })

/**
 * Looks up people for an auditor.
 * Everyone whom the search finds can read the auditor's reason.
 */
export const LookUpPeopleBody = z.object({
  who: createRequiredLineSchema('Name or email', 100),
  reason: createRequiredLineSchema('Reason', 200),
})

/**
 * Changes a finding's status.
 * Explaining and closing require a reason.
 */
export const ChangeFindingStatusBody = z.discriminatedUnion('status', [
  z.object({ status: z.literal('open') }),
  z.object({ status: z.literal('explained'), note: createRequiredLineSchema('Explanation', 500) }),
  z.object({ status: z.literal('closed'), note: createRequiredLineSchema('Reason', 500) }),
])
