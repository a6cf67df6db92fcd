/** Auditors' endpoints of proofs: the newest checkpoint and the files. */
import { api } from '#web/lib/api/api.ts'
import { file } from '#web/lib/api/file.ts'
import { query } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    proof: build.query(query('proof')),
    checkpoints: build.query(query('checkpoints')),
    checkpoint: build.mutation(file('checkpoint')),
    verifier: build.mutation(file('verifier')),
    auditBundle: build.mutation(file('auditBundle')),
  }),
})

export const {
  useProofQuery,
  useCheckpointsQuery,
  useCheckpointMutation,
  useVerifierMutation,
  useAuditBundleMutation,
} = calls
