/** What admins ask of the proof. */
import { z } from 'zod'
import { needed } from './text.ts'

export const ChangeCheckpointKey = z.object({ reason: needed('Reason', 200) })
