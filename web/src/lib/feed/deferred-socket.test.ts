/** Tests calls on a socket whose library is still loading. They take effect later, unless they are revoked. */
import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { FeedSocket } from './connection.ts'
import { createDeferredSocket } from './deferred-socket.ts'

/** Returns a socket that connects at once, and the stand-in that is used until the socket has loaded. */
function arrange() {
  const events = new EventEmitter()
  const there = {
    connected: false,
    active: false,
    connect() {
      there.connected = there.active = true
      events.emit('connect')
    },
    disconnect() {
      there.connected = there.active = false
    },
    on: (event: string, listener: (message: never) => void) => events.on(event, listener as () => void),
    timeout: () => ({ emit: () => undefined }),
  }
  const coming = [Promise.withResolvers<FeedSocket>(), Promise.withResolvers<FeedSocket>()]
  let asked = 0
  const socket = createDeferredSocket(() => (coming[asked++] as (typeof coming)[0]).promise)
  const heard: string[] = []
  socket.on('connect', () => heard.push('connect'))
  const come = async (n = 0) => {
    coming[n]?.resolve(there)
    await turn()
  }
  const fail = async () => {
    coming[0]?.reject(new Error('no network'))
    await turn()
  }
  return { socket, heard, come, fail, asked: () => asked }
}

describe('a late socket', () => {
  it('is on its way until it has come, then connects and says so', async () => {
    const { socket, heard, come, asked } = arrange()
    expect([socket.active, asked()]).toEqual([false, 0])
    socket.connect()
    socket.connect()
    expect([socket.active, socket.connected, asked()]).toEqual([true, false, 1])
    await come()
    expect([socket.connected, heard]).toEqual([true, ['connect']])
  })

  it('that was let go meanwhile does not connect', async () => {
    const { socket, heard, come } = arrange()
    socket.connect()
    socket.disconnect()
    await come()
    expect([socket.active, heard]).toEqual([false, []])
  })

  it('that could not come is asked for again by whoever connects again', async () => {
    const { socket, heard, come, fail } = arrange()
    socket.connect()
    await fail()
    expect(socket.active).toBe(false)
    socket.connect()
    await come(1)
    expect(heard).toEqual(['connect'])
  })

  it('sends nothing before it is there', () => {
    expect(() => arrange().socket.timeout(1)).toThrow('before there is a connection')
  })
})
