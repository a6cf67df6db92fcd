/** Sends one change of a user: busy until the feed has come past it, then the lists are fetched again. */
import { useAppDispatch } from '#web/calls/store.ts'
import { type Command, useCommand } from '#web/feed/use-command.ts'
import { usersChanged } from './calls.ts'

/** Answers the change's answer, or undefined when one is under way; rejects when it failed, and `failure` says why. */
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
