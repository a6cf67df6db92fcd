/** Commands of auditors and admins. */
import { z } from 'zod'
import { needed } from './text.ts'

export const ChangeCheckpointKey = z.object({ reason: needed('Reason', 200) })

/** The person concerned can read the reason. */
export const OpenPerson = z.object({ reason: needed('Reason', 200) })

/** Everybody who is found can read the reason. */
export const LookUpPeople = z.object({ who: needed('Name or email', 100), reason: needed('Reason', 200) })

/** Explaining and closing a finding require a reason. */
export const MoveFinding = z.discriminatedUnion('status', [
  z.object({ status: z.literal('open') }),
  z.object({ status: z.literal('explained'), note: needed('Explanation', 500) }),
  z.object({ status: z.literal('closed'), note: needed('Reason', 500) }),
])
