/**
 * Shows a finished change and offers undo for 8 seconds.
 * The code of undo loads after the first change.
 */

import { useAppDispatch } from '#web/lib/api/store.ts'
import { toast } from '#web/ui/toasts.tsx'
import type { Undoable } from './undo.ts'

const NO_UNDO = 'Undo could not be loaded'

export function useUndo() {
  const dispatch = useAppDispatch()
  return async (done: Undoable): Promise<void> => {
    try {
      const { offerUndo } = await import('./undo.ts')
      offerUndo(done, dispatch)
    } catch (error) {
      console.warn('The Undo button could not be loaded.', error)
      toast('success', done.title, [done.detail, NO_UNDO].filter(Boolean).join('. '))
    }
  }
}
