/** Keeps a control busy from its click until the change has come back through the feed. */
import { useRef, useState } from 'react'
import type { RoomName } from '#contract/rooms.ts'
import { useFeed } from './feed-provider.tsx'

export interface Pending {
  pending: boolean
  /**
   * Runs a command unless one is running. Answers what the command answered and whether `room` has shown it (false: not
   * within 10 s); undefined when one was running already. Rejects as the command does.
   */
  run<T extends { position: string }>(command: () => Promise<T>): Promise<{ answer: T; arrived: boolean } | undefined>
}

/** `room` is the one that must show the change before the control is free again. */
export function usePending(room: RoomName): Pending {
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
        return { answer, arrived: await feed.arrived(room, answer.position) }
      } finally {
        running.current = false
        setPending(false)
      }
    },
  }
}
