/** Endpoints of findings: list and change of status. */
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

const calls = api.enhanceEndpoints({ addTagTypes: ['Findings'] }).injectEndpoints({
  endpoints: (build) => ({
    findings: build.query({ ...query('findings'), providesTags: ['Findings'] }),
    moveFinding: build.mutation(command('moveFinding')),
  }),
})

export const { useFindingsQuery, useMoveFindingMutation } = calls

/** Reloads the lists of findings. */
export const findingsChanged = () => calls.util.invalidateTags(['Findings'])
