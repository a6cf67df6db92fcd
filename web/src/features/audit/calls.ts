/** Endpoints of the audit: proof and complaints; thresholds and the checkpoint key for admins. */

import type { RoomName } from '#contract/feed/rooms.ts'
import { api } from '#web/lib/api/api.ts'
import { command, file, query } from '#web/lib/api/request.ts'

/** Room that tells auditors that views have passed their command; every role has it. */
export const AUDITORS_ROOM: RoomName = 'my-notifications'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    proof: build.query(query('proof')),
    checkpoints: build.query(query('checkpoints')),
    checkpoint: build.mutation(file('checkpoint')),
    verifier: build.mutation(file('verifier')),
    auditBundle: build.mutation(file('auditBundle')),
    lookUpReference: build.query({ ...query('lookUpReference'), keepUnusedDataFor: 0 }),
    lookUpPeople: build.mutation(command('lookUpPeople')),
    findingThresholds: build.query(query('findingThresholds')),
    setFindingThresholds: build.mutation(command('setFindingThresholds')),
    changeCheckpointKey: build.mutation(command('changeCheckpointKey')),
  }),
})

export const {
  useProofQuery,
  useCheckpointsQuery,
  useCheckpointMutation,
  useVerifierMutation,
  useAuditBundleMutation,
  useLazyLookUpReferenceQuery,
  useLookUpPeopleMutation,
  useFindingThresholdsQuery,
  useSetFindingThresholdsMutation,
  useChangeCheckpointKeyMutation,
} = calls
