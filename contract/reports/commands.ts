/** Commands of residents about reports. */
import { z } from 'zod'
import { DESCRIPTION_LIMIT } from '#domain/city.ts'
import { paragraphs } from '../text.ts'

export const ReportBinFull = z.object({
  userId: z.string().optional(),
  description: paragraphs(DESCRIPTION_LIMIT).optional(),
})
