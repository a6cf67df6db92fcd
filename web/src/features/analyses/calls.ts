/** Endpoints of analyses: request, correction, agreement with people, and refitting the detector. */
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    agreement: build.query(query('agreement')),
    requestAnalysis: build.mutation(command('requestAnalysis')),
    refitHead: build.mutation(command('refitHead')),
    correctAnalysis: build.mutation(command('correctAnalysis')),
    analysis: build.query(query('analysis')),
  }),
})

export const {
  useAgreementQuery,
  useRequestAnalysisMutation,
  useRefitHeadMutation,
  useCorrectAnalysisMutation,
  useAnalysisQuery,
} = calls
