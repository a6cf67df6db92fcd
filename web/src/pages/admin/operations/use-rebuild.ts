/** Has a view, or what the policies know, made anew of the log. */
import { type Failure, reasonOf } from '#web/calls/api.ts'
import { toast } from '#web/components/toasts.tsx'
import { useCommand } from '#web/feed/use-command.ts'
import { useOperateMutation } from './calls.ts'

export function useRebuild(target: string) {
  const { pending, send } = useCommand('zones')
  const [operate] = useOperateMutation()
  return {
    pending,
    async rebuild() {
      try {
        const body = { rebuild: target }
        const done = await send(body, (key) => operate({ body, key }).unwrap())
        if (done) toast('success', done.message)
      } catch (error) {
        toast('error', 'The rebuild was not asked for', reasonOf(error as Failure))
      }
    },
  }
}
