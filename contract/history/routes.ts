/** Routes of the audit log: every event as a sentence. */
import { get } from '../http/route.ts'

const auditor = ['auditor'] as const

export const historyEndpointRoutes = {
  auditEvents: get('/audit/events', auditor),
  auditEvent: get('/audit/events/:id', auditor),
  auditFacets: get('/audit/facets', auditor),
}
