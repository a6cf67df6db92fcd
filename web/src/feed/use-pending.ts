/** Keeps a control busy from its click until the change has come back through the feed. */
import { useRef, useState } from 'react'
import type { RoomName } from '#contract/feed/rooms.ts'
import { useFeed } from './feed-provider.tsx'

export interface Pending {
  pending: boolean
  /**
   * Runs a command unless one is running. Answers what the command answered and whether the rooms have shown it (false: not
   * within 10 s); undefined when one was running already. Rejects as the command does.
   */
  run<T extends { position: string }>(command: () => Promise<T>): Promise<{ answer: T; arrived: boolean } | undefined>
}

/** `shows`: the rooms that must show the change before the control is free again. */
export function usePending(...shows: readonly RoomName[]): Pending {
  const feed = useFeed()
  const running = useRef(false)
  const [pending, setPending] = useState(false)
  return {
    pending,
    async run(command) {
      if (running.current) return undefined
      running.current = true
      setPending(true)
      try {
        const answer = await command()
        const arrived = await Promise.all(shows.map((room) => feed.arrived(room, answer.position)))
        return { answer, arrived: arrived.every(Boolean) }
      } finally {
        running.current = false
        setPending(false)
      }
    },
  }
}
