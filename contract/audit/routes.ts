/** Routes of auditors: proofs of the log, findings, row changes by event, and every event as a sentence. */
import { file, get, post, put } from '../http/route.ts'

const auditor = ['auditor'] as const

export const auditEndpointRoutes = {
  checkpoint: file('/audit/checkpoint', 'public'),
  verifier: file('/audit/verifier', 'public'),
  proof: get('/audit/proof', auditor),
  inclusion: get('/audit/proof/inclusion', auditor),
  consistency: get('/audit/proof/consistency', auditor),
  checkpoints: get('/audit/checkpoints', auditor),
  changeCheckpointKey: post('/audit/key', ['admin']),
  openPerson: post('/audit/people/:id/open', auditor),
  lookUpPeople: post('/audit/people/look-up', auditor),
  lookUpReference: get('/audit/reference', auditor),
  findings: get('/audit/findings', auditor),
  moveFinding: post('/audit/findings/:id', auditor),
  findingThresholds: get('/audit/finding-thresholds', ['auditor', 'admin']),
  setFindingThresholds: put('/audit/finding-thresholds', ['admin']),
  auditBundle: file('/audit/bundle', auditor),
  changes: get('/audit/changes', auditor),
  comparison: get('/audit/comparison', auditor),
  density: get('/audit/density', auditor),
  auditEvents: get('/audit/events', auditor),
  auditEvent: get('/audit/events/:id', auditor),
  auditFacets: get('/audit/facets', auditor),
}
