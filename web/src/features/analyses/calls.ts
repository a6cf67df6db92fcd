/** API endpoints of analyses: request, correction, agreement between model and people, and refitting the detector. */
import { api } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    agreement: build.query(defineQuery('agreement')),
    requestAnalysis: build.mutation(defineCommand('requestAnalysis')),
    refitHead: build.mutation(defineCommand('refitHead')),
    correctAnalysis: build.mutation(defineCommand('correctAnalysis')),
    analysis: build.query(defineQuery('analysis')),
  }),
})

export const {
  useAgreementQuery,
  useRequestAnalysisMutation,
  useRefitHeadMutation,
  useCorrectAnalysisMutation,
  useAnalysisQuery,
} = calls
