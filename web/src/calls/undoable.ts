/** Says what was done, and takes it back when asked to within 8 seconds. */
import { toast } from '#web/components/toasts.tsx'
import { reasonOf } from './api.ts'
import { attempts } from './attempt.ts'

export interface Undoable {
  title: string
  detail?: string
  /** What the toast says once it was taken back. */
  undone: string
  /** Sends the command that takes it back, under this Idempotency-Key. */
  undo(key: string): Promise<unknown>
}

export async function offerUndo({ title, detail, undone, undo }: Undoable): Promise<void> {
  const attempt = attempts()
  async function takeBack() {
    try {
      await attempt(undone, undo)
      toast('success', undone, detail)
    } catch (error) {
      toast('error', 'This could not be undone', reasonOf(error))
    }
  }
  try {
    const { showUndo } = await import('#web/components/undo-toast.tsx')
    showUndo({ title, detail, undo: () => void takeBack() })
  } catch {
    // The code of the button did not come; what was done is done all the same.
    toast('success', title, detail)
  }
}
