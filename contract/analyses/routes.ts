/** Routes of analyses: photos, results and corrections. */
import { defineCreateRoute, defineGetRoute, definePostRoute } from '../http/route.ts'

const dispatcher = ['dispatcher'] as const
const readers = ['dispatcher', 'admin'] as const
const withFile = { upload: 'file' } as const

export const analysisEndpointRoutes = {
  detectImage: { ...definePostRoute('/auth/detect-waste-image', dispatcher), ...withFile },
  detectLlm: { ...definePostRoute('/auth/detect-waste-llm', dispatcher), ...withFile },
  requestAnalysis: defineCreateRoute('/auth/analyses', dispatcher),
  analyses: defineGetRoute('/auth/analyses', readers),
  analysis: defineGetRoute('/auth/analyses/:id', readers),
  agreement: defineGetRoute('/models/waste-detector', ['dispatcher', 'recycler', 'admin', 'auditor']),
  refitHead: definePostRoute('/models/waste-detector/refit', readers),
  correctAnalysis: definePostRoute('/auth/analyses/:id/correct', dispatcher),
}
