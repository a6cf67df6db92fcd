/** Commands of auditors and admins. */
import { z } from 'zod'
import { requiredLineSchema } from '../text.ts'

export const ChangeCheckpointKey = z.object({ reason: requiredLineSchema('Reason', 200) })

/** Reveals a person's name to an auditor. That person can read the reason. */
export const RevealPersonName = z.object({ reason: requiredLineSchema('Reason', 200) })

/** Looks up people for an auditor. Everybody who is found can read the reason. */
export const LookUpPeople = z.object({
  who: requiredLineSchema('Name or email', 100),
  reason: requiredLineSchema('Reason', 200),
})

/** Moves a finding to another status. Explaining and closing require a reason. */
export const ChangeFindingStatus = z.discriminatedUnion('status', [
  z.object({ status: z.literal('open') }),
  z.object({ status: z.literal('explained'), note: requiredLineSchema('Explanation', 500) }),
  z.object({ status: z.literal('closed'), note: requiredLineSchema('Reason', 500) }),
])
