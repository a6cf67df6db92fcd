/**
 * Idempotency keys of intended changes.
 * A change happens once, however often the client sends it before a response.
 */
import { useState } from 'react'
import { newId } from '#web/lib/format/new-id.ts'
import { isRefusal } from './api.ts'

/**
 * Runs a command under its Idempotency-Key.
 * The key stays the same for the same content until a response or a refusal arrives.
 * A command without either may have succeeded, so it repeats under its key.
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
      // Finished: the same content again is a new intention.
      open.delete(sent)
      return answer
    } catch (error) {
      if (isRefusal(error)) open.delete(sent)
      throw error
    }
  }
}

/** Returns the attempts of one form, button or list. */
export function useAttempt(): Attempt {
  const [attempt] = useState(attempts)
  return attempt
}
