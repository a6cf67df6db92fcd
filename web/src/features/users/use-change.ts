/** Sends a change of a user; busy until the feed has passed it, then reloads the lists. */
import { useAppDispatch } from '#web/lib/api/store.ts'
import { type Command, useCommand } from '#web/ui/use-command.tsx'
import { usersChanged } from './calls.ts'

/**
 * Returns the response, or undefined while another change runs.
 * Rejects on failure, and `failure` has the reason.
 */
export function useChange(): Command {
  const dispatch = useAppDispatch()
  const command = useCommand('zones')
  return {
    ...command,
    async send(body, change) {
      const answer = await command.send(body, change)
      if (answer) dispatch(usersChanged())
      return answer
    },
  }
}
