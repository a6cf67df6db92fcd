/** One key for one intended change: however often it is sent before the server has answered it, it happens once. */
import { useState } from 'react'
import { newId } from '#web/format/new-id.ts'
import { isRefusal } from './api.ts'

/**
 * Runs a command under its Idempotency-Key. The key stays the same for the same content until an answer or a refusal has
 * come; what was sent without either may have happened, and goes out again under the key that it had.
 */
export type Attempt = <T>(content: unknown, command: (key: string) => Promise<T>) => Promise<T>

export function attempts(): Attempt {
  const open = new Map<string, string>()
  return async (content, command) => {
    const sent = JSON.stringify(content)
    const key = open.get(sent) ?? newId()
    open.set(sent, key)
    try {
      const answer = await command(key)
      // Done: the same once more is another intention.
      open.delete(sent)
      return answer
    } catch (error) {
      if (isRefusal(error)) open.delete(sent)
      throw error
    }
  }
}

/** The attempts of one form, button or list. */
export function useAttempt(): Attempt {
  const [attempt] = useState(attempts)
  return attempt
}
