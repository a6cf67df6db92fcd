/** The dumping sites' endpoints: what they hold, and held. */
import { z } from 'zod'
import type { Role } from '#rules/city.ts'
import { UpdateComposition } from '../commands/sites.ts'
import { get, list, message, post, written } from '../endpoint.ts'
import { CompositionRecord, Site } from '../views/sites.ts'

const readers: readonly Role[] = ['dispatcher', 'recycler', 'admin']

/** A site as its composition was written. */
const WrittenComposition = z.object({
  site_id: z.string(),
  composition: z.record(z.string(), z.number()),
  current_capacity: z.number(),
  timestamp: z.string(),
  has_image: z.boolean(),
})

export const sites = {
  sites: get('/auth/waste-sites', readers, 'The dumping sites', { answer: list('sites', Site) }),
  site: get('/auth/waste-sites/:id', readers, 'One dumping site', { answer: z.object({ site: Site }) }),
  updateComposition: post(
    '/auth/waste-sites/:id/composition',
    ['dispatcher'],
    "Update a site's composition and load; the deliveries bound for it have arrived",
    { body: UpdateComposition, answer: written({ success: z.literal(true), message, data: WrittenComposition }) },
  ),
  compositionHistory: get('/auth/waste-compositions/history', readers, 'What the sites held over time, newest first', {
    query: z.object({ site_id: z.string().max(40).optional() }),
    answer: list('history', CompositionRecord),
  }),
}
