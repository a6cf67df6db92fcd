/** The calls of findings: their list, what is done about one, and the thresholds of their rules. */
import { api } from '#web/calls/api.ts'
import { command, query } from '#web/calls/endpoints.ts'

const calls = api.enhanceEndpoints({ addTagTypes: ['Findings'] }).injectEndpoints({
  endpoints: (build) => ({
    findings: build.query({ ...query('findings'), providesTags: ['Findings'] }),
    moveFinding: build.mutation(command('moveFinding')),
  }),
})

export const { useFindingsQuery, useMoveFindingMutation } = calls

/** Has the lists of findings fetched again. */
export const findingsChanged = () => calls.util.invalidateTags(['Findings'])
