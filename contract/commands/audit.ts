/** What auditors and admins ask for, beyond reading. */
import { z } from 'zod'
import { needed } from './text.ts'

export const ChangeCheckpointKey = z.object({ reason: needed('Reason', 200) })

/** The person may read it. */
export const OpenPerson = z.object({ reason: needed('Reason', 200) })
