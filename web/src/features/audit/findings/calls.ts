/** Endpoints of findings: list and change of status. */

import type { RequestOf } from '#contract/endpoints.ts'
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'
import { useAppDispatch } from '#web/lib/api/store.ts'
import { useCommand } from '#web/ui/use-command.tsx'
import { AUDITORS_ROOM } from '../calls.ts'

const calls = api.enhanceEndpoints({ addTagTypes: ['Findings'] }).injectEndpoints({
  endpoints: (build) => ({
    findings: build.query({ ...query('findings'), providesTags: ['Findings'] }),
    moveFinding: build.mutation(command('moveFinding')),
  }),
})

export const { useFindingsQuery, useMoveFindingMutation } = calls

/** Reloads the lists of findings. */
const findingsChanged = () => calls.util.invalidateTags(['Findings'])

/**
 * Changes a finding's status; busy until the feed has passed it.
 * Reloads the lists, also after a conflict.
 */
export function useFindingStatus() {
  const dispatch = useAppDispatch()
  const [moveFinding] = useMoveFindingMutation()
  const { pending, failure, send } = useCommand(AUDITORS_ROOM)
  return {
    pending,
    failure,
    /**
     * Returns the server's message, or undefined while another change runs.
     * Rejects with the api's Failure.
     */
    async move(id: string, body: RequestOf<'moveFinding'>): Promise<string | undefined> {
      try {
        const done = await send({ id, ...body }, (key) => moveFinding({ id, body, key }).unwrap())
        return done?.message
      } finally {
        dispatch(findingsChanged())
      }
    },
  }
}
