/** Admins' endpoints of the audit: thresholds of findings, and the checkpoint key. */
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    findingThresholds: build.query(query('findingThresholds')),
    setFindingThresholds: build.mutation(command('setFindingThresholds')),
    changeCheckpointKey: build.mutation(command('changeCheckpointKey')),
  }),
})

export const { useFindingThresholdsQuery, useSetFindingThresholdsMutation, useChangeCheckpointKeyMutation } = calls
