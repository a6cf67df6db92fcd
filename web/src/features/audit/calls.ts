/** Endpoints of the auditors: proof, complaints and thresholds. */

import type { RoomName } from '#contract/feed/rooms.ts'
import { api } from '#web/lib/api/api.ts'
import { command, file, query } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    proof: build.query(query('proof')),
    checkpoints: build.query(query('checkpoints')),
    checkpoint: build.mutation(file('checkpoint')),
    verifier: build.mutation(file('verifier')),
    auditBundle: build.mutation(file('auditBundle')),
  }),
})

/** Auditors' endpoints of proofs: the newest checkpoint and the files. */
export const {
  useProofQuery,
  useCheckpointsQuery,
  useCheckpointMutation,
  useVerifierMutation,
  useAuditBundleMutation,
} = calls

/** Room that tells auditors that views have passed their command; every role has it. */
export const AUDITORS_ROOM: RoomName = 'my-notifications'

const complaintCalls = api.injectEndpoints({
  endpoints: (build) => ({
    lookUpReference: build.query({ ...query('lookUpReference'), keepUnusedDataFor: 0 }),
    lookUpPeople: build.mutation(command('lookUpPeople')),
  }),
})

/** Endpoints of complaints: look up a reference or a person. */
export const { useLazyLookUpReferenceQuery, useLookUpPeopleMutation } = complaintCalls

const thresholdCalls = api.injectEndpoints({
  endpoints: (build) => ({
    findingThresholds: build.query(query('findingThresholds')),
    setFindingThresholds: build.mutation(command('setFindingThresholds')),
    changeCheckpointKey: build.mutation(command('changeCheckpointKey')),
  }),
})

/** Admins' endpoints of the audit: thresholds of findings, and the checkpoint key. */
export const { useFindingThresholdsQuery, useSetFindingThresholdsMutation, useChangeCheckpointKeyMutation } =
  thresholdCalls
