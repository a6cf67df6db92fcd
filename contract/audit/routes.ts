/** Routes of auditors: proofs, findings, row changes, events as sentences. */
import { defineFileRoute, defineGetRoute, definePostRoute, definePutRoute } from '../http/route.ts'

const auditor = ['auditor'] as const

export const auditEndpointRoutes = {
  checkpoint: defineFileRoute('/audit/checkpoint', 'public'),
  verifier: defineFileRoute('/audit/verifier', 'public'),
  proof: defineGetRoute('/audit/proof', auditor),
  inclusion: defineGetRoute('/audit/proof/inclusion', auditor),
  consistency: defineGetRoute('/audit/proof/consistency', auditor),
  checkpoints: defineGetRoute('/audit/checkpoints', auditor),
  changeCheckpointKey: definePostRoute('/audit/key', ['admin']),
  openPerson: definePostRoute('/audit/people/:id/open', auditor),
  lookUpPeople: definePostRoute('/audit/people/look-up', auditor),
  lookUpReference: defineGetRoute('/audit/reference', auditor),
  findings: defineGetRoute('/audit/findings', auditor),
  moveFinding: definePostRoute('/audit/findings/:id', auditor),
  findingThresholds: defineGetRoute('/audit/finding-thresholds', ['auditor', 'admin']),
  setFindingThresholds: definePutRoute('/audit/finding-thresholds', ['admin']),
  auditBundle: defineFileRoute('/audit/bundle', auditor),
  changes: defineGetRoute('/audit/changes', auditor),
  comparison: defineGetRoute('/audit/comparison', auditor),
  density: defineGetRoute('/audit/density', auditor),
  auditEvents: defineGetRoute('/audit/events', auditor),
  auditEvent: defineGetRoute('/audit/events/:id', auditor),
  auditFacets: defineGetRoute('/audit/facets', auditor),
}
