/** What residents report. */
import { z } from 'zod'
import { DESCRIPTION_LIMIT } from '#rules/city.ts'

export const ReportBinFull = z.object({
  userId: z.string().optional(),
  description: z
    .string()
    .trim()
    .max(DESCRIPTION_LIMIT, `Use at most ${DESCRIPTION_LIMIT} characters`)
    .optional()
    .transform((text) => text || undefined),
})
