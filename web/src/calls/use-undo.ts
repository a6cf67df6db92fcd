/** Says what was done, and offers to take it back for 8 seconds; that part's code comes when something was done. */
import { toast } from '#web/components/toasts.tsx'
import { useAppDispatch } from './store.ts'
import type { Undoable } from './undo.ts'

export function useUndo() {
  const dispatch = useAppDispatch()
  return async (done: Undoable): Promise<void> => {
    try {
      const { offerUndo } = await import('./undo.ts')
      offerUndo(done, dispatch)
    } catch (error) {
      // What was done is done, also where the code of its button does not come.
      console.warn('What was done can not be undone here.', error)
      toast('success', done.title, done.detail)
    }
  }
}
