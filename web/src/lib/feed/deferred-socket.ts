/** A stand-in for the feed's socket while the socket's library loads. First screens do not wait for the library. */
import type { FeedSocket } from './connection.ts'

/**
 * Creates the stand-in.
 * It forwards all calls once `fetchSocket` has returned the real socket.
 * After a failure the next `connect` loads the socket again.
 */
export function createDeferredSocket(fetchSocket: () => Promise<FeedSocket>): FeedSocket {
  const listeners: Parameters<FeedSocket['on']>[] = []
  let socket: FeedSocket | undefined
  let isFetching = false
  let isWanted = false

  async function fetchIt() {
    isFetching = true
    try {
      socket = await fetchSocket()
      for (const listener of listeners) socket.on(...listener)
      if (isWanted) socket.connect()
    } catch (error) {
      console.warn('The feed’s connection could not be loaded yet.', error)
    } finally {
      isFetching = false
    }
  }

  return {
    get connected() {
      return socket?.connected ?? false
    },
    get active() {
      return socket?.active ?? isFetching
    },
    connect() {
      isWanted = true
      if (socket) socket.connect()
      else if (!isFetching) void fetchIt()
    },
    disconnect() {
      isWanted = false
      socket?.disconnect()
    },
    on(...listener) {
      listeners.push(listener)
      socket?.on(...listener)
    },
    timeout(ms) {
      if (!socket) throw new Error('Nothing can be sent before there is a connection')
      return socket.timeout(ms)
    },
  }
}
