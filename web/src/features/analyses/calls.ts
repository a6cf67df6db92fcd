/** The calls of analyses: to have a photo looked at, and to say what there is to be seen. */
import { api } from '#web/calls/api.ts'
import { command, query } from '#web/calls/endpoints.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    requestAnalysis: build.mutation(command('requestAnalysis')),
    correctAnalysis: build.mutation(command('correctAnalysis')),
    analysis: build.query(query('analysis')),
  }),
})

export const { useRequestAnalysisMutation, useCorrectAnalysisMutation, useAnalysisQuery } = calls
