/** Commands that undo a change, and the toast that offers them. */

import { api, commandFailureReason } from '#web/lib/api/api.ts'
import { command } from '#web/lib/api/endpoints.ts'
import { attempts } from '#web/lib/api/idempotent-attempt.ts'
import type { useAppDispatch } from '#web/lib/api/store.ts'
import { toast } from '#web/ui/toasts.tsx'
import { showUndo } from '#web/ui/undo-toast.tsx'

const { endpoints } = api.injectEndpoints({
  endpoints: (build) => ({
    undoCollection: build.mutation(command('undoCollection')),
    undoCompletion: build.mutation(command('undoCompletion')),
    cancelSchedule: build.mutation(command('changeSchedule')),
    undoCancellation: build.mutation(command('undoCancellation')),
    restoreNotification: build.mutation(command('restoreNotification')),
  }),
})

const UNDONE = {
  undoCollection: 'Undone, open again',
  undoCompletion: 'The delivery has only arrived',
  cancelSchedule: 'The collection was cancelled',
  undoCancellation: 'The route takes place',
  restoreNotification: 'Back among the recent ones',
}

export interface Undoable {
  /** The undo command and the ids of its targets. */
  by: keyof typeof UNDONE
  id: string | readonly string[]
  /** Title of the change. */
  title: string
  detail?: string
}

/** Bodies of the commands that need one. */
const BODIES: { readonly [N in keyof typeof UNDONE]?: object } = { cancelSchedule: { status: 'cancelled' } }

const failedToUndo = (failed: number, all: number) =>
  failed === all ? 'This could not be undone' : `${failed} of ${all} could not be undone`

export function offerUndo({ by, id, title, detail }: Undoable, dispatch: ReturnType<typeof useAppDispatch>): void {
  const attempt = attempts()
  async function runUndo() {
    const ids = [id].flat()
    const reasons: string[] = []
    for (const each of ids)
      try {
        await attempt([by, each], (key) =>
          dispatch(
            endpoints[by].initiate({ id: each, body: BODIES[by], key } as never) as ReturnType<Initiate>,
          ).unwrap(),
        )
      } catch (error) {
        reasons.push(commandFailureReason(error))
      }
    if (reasons.length === 0) toast('success', UNDONE[by], detail)
    else toast('error', failedToUndo(reasons.length, ids.length), reasons[0])
  }
  showUndo({ title, detail, undo: () => void runUndo() })
}

/** All have the same arguments; their results arrive through the feed. */
type Initiate = typeof endpoints.undoCollection.initiate
