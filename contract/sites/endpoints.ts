/** Endpoints of dumping sites: current and past contents. */
import { z } from 'zod'
import { createCommandAnswerSchema, createListAnswerSchema, defineEndpoints, messageSchema } from '../http/endpoint.ts'
import { addDayFilterFields } from '../http/period.ts'
import { UpdateCompositionBody } from './commands.ts'
import { siteEndpointRoutes as lines } from './routes.ts'
import { CompositionDay, CompositionRecord, Site } from './views.ts'

/** A site after its composition was updated. */
const WrittenComposition = z.object({
  site_id: z.string(),
  composition: z.record(z.string(), z.number()),
  current_capacity: z.number(),
  timestamp: z.string(),
  has_image: z.boolean(),
})

export const siteEndpoints = defineEndpoints(lines, {
  sites: {
    summary: 'The dumping sites',
    answer: createListAnswerSchema('sites', Site),
  },
  site: {
    summary: 'One dumping site',
    answer: z.object({ site: Site }),
  },
  updateComposition: {
    summary: "Update a site's composition and load; marks its deliveries under way as arrived",
    body: UpdateCompositionBody,
    answer: createCommandAnswerSchema({ success: z.literal(true), message: messageSchema, data: WrittenComposition }),
  },
  compositionDays: {
    summary: 'Daily composition of all sites, oldest first; with records=1 also by site',
    query: addDayFilterFields({
      site_id: z.string().max(40).optional(),
      limit: z.coerce.number().int().min(1).max(366).default(30),
      records: z.literal('1').optional(),
    }),
    answer: createListAnswerSchema('days', CompositionDay),
  },
  compositionHistory: {
    summary: 'Composition records, newest first; with images=1 the 50 newest pictures are embedded',
    query: z.object({
      site_id: z.string().max(40).optional(),
      images: z.enum(['0', '1']).default('0'),
      limit: z.coerce.number().int().min(1).max(5_000).default(2_000),
    }),
    answer: createListAnswerSchema('history', CompositionRecord),
  },
})
