/** Routes of analyses: photos, results and corrections. */
import { create, get, post } from '../http/route.ts'

const dispatcher = ['dispatcher'] as const
const readers = ['dispatcher', 'admin'] as const
const withFile = { upload: 'file' } as const

export const analysisEndpointRoutes = {
  detectImage: { ...post('/auth/detect-waste-image', dispatcher), ...withFile },
  detectLlm: { ...post('/auth/detect-waste-llm', dispatcher), ...withFile },
  requestAnalysis: create('/auth/analyses', dispatcher),
  analyses: get('/auth/analyses', readers),
  analysis: get('/auth/analyses/:id', readers),
  agreement: get('/models/waste-detector', ['dispatcher', 'recycler', 'admin', 'auditor']),
  refitHead: post('/models/waste-detector/refit', readers),
  correctAnalysis: post('/auth/analyses/:id/correct', dispatcher),
}
