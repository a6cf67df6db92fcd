/** Returns a function that starts an operation: rebuild a view or the policies' state, or retry a job. */
import type { RequestOf } from '#contract/endpoints.ts'
import { commandFailureReason, type Failure } from '#web/lib/api/api.ts'
import { toast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import { useOperateMutation } from './calls.ts'

export function useOperation(body: RequestOf<'operate'>) {
  const { pending, send } = useCommand('zones')
  const [operate] = useOperateMutation()
  return {
    pending,
    async start() {
      try {
        const done = await send(body, (key) => operate({ body, key }).unwrap())
        if (done) toast('success', done.message)
      } catch (error) {
        toast('error', 'It was not started', commandFailureReason(error as Failure))
      }
    },
  }
}
