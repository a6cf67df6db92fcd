/** Endpoints of the audit: proof, complaints and findings. For admins also thresholds and the checkpoint key. */

import type { BodyInputOf } from '#contract/endpoints.ts'
import type { RoomName } from '#contract/feed/rooms.ts'
import { api, useAppDispatch } from '#web/lib/api/api.ts'
import { defineCommand, defineFile, defineQuery } from '#web/lib/api/request.ts'
import { useCommand } from '#web/ui/use-command.tsx'

/**
 * Feed room that shows when the views include a command of an auditor.
 * The room's position has then reached the position of the command. Every role may join the room.
 */
export const AUDIT_POSITION_ROOM: RoomName = 'my-notifications'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    proof: build.query(defineQuery('proof')),
    checkpoints: build.query(defineQuery('checkpoints')),
    checkpoint: build.mutation(defineFile('checkpoint')),
    verifier: build.mutation(defineFile('verifier')),
    auditBundle: build.mutation(defineFile('auditBundle')),
    lookUpReference: build.query({ ...defineQuery('lookUpReference'), keepUnusedDataFor: 0 }),
    lookUpPeople: build.mutation(defineCommand('lookUpPeople')),
    findingThresholds: build.query(defineQuery('findingThresholds')),
    setFindingThresholds: build.mutation(defineCommand('setFindingThresholds')),
    changeCheckpointKey: build.mutation(defineCommand('changeCheckpointKey')),
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

const findingCalls = api.enhanceEndpoints({ addTagTypes: ['Findings'] }).injectEndpoints({
  endpoints: (build) => ({
    findings: build.query({ ...defineQuery('findings'), providesTags: ['Findings'] }),
    moveFinding: build.mutation(defineCommand('moveFinding')),
  }),
})

export const { useFindingsQuery, useMoveFindingMutation } = findingCalls

/** Causes the lists of findings to reload. */
const findingsChanged = () => findingCalls.util.invalidateTags(['Findings'])

/**
 * Returns a function that changes a finding's status, and whether it is busy.
 * It is busy until the views include the change.
 * Reloads the lists, also after a conflict.
 */
export function useFindingStatus() {
  const dispatch = useAppDispatch()
  const [moveFinding] = useMoveFindingMutation()
  const { pending, failure, send } = useCommand(AUDIT_POSITION_ROOM)
  return {
    pending,
    failure,
    /**
     * Returns the server's message, or undefined while another change is running.
     * Rejects with a Failure.
     */
    async move(id: string, body: BodyInputOf<'moveFinding'>): Promise<string | undefined> {
      try {
        const done = await send({ id, ...body }, (key) => moveFinding({ id, body, key }).unwrap())
        return done?.message
      } finally {
        dispatch(findingsChanged())
      }
    },
  }
}
