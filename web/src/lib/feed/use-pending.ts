/** Disables a control from its click until the feed has delivered the change. */
import { useRef, useState } from 'react'
import type { RoomName } from '#contract/feed/rooms.ts'
import { useFeed } from './feed-provider.tsx'

export interface Pending {
  pending: boolean
  /**
   * Runs a command unless one is running, for which it returns undefined.
   * Returns the response, and whether the rooms showed it within 10 s.
   * Rejects as the command does.
   */
  run<T extends { position: string }>(command: () => Promise<T>): Promise<{ answer: T; arrived: boolean } | undefined>
}

/** `shows` lists the rooms that must show the change before the control is enabled again. */
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
