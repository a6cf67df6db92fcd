/**
 * Tests all connection states, and timers after any sequence of inputs.
 * Also tests calls on a socket whose code is still loading: it connects later.
 * If it is disconnected in the meantime, it does not connect.
 */

import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CONNECTION_TRANSITIONS,
  type ConnectionAction,
  type ConnectionEvent,
  type ConnectionState,
  type ConnectionTransition,
  createDeferredSocket,
  type FeedSocket,
  isFetching,
  PHASE_OF_CONNECTION_STATE,
} from './connection.ts'

const STATES = ['opening', 'live', 'away', 'fetching', 'polling', 'offline', 'closed'] as const
const INPUTS = ['connected', 'disconnected', 'silent', 'graceOver', 'fetched', 'fetchFailed', 'close'] as const

/**
 * Expected state transitions of the feed connection, as in docs/feed.md.
 * Rows are states, columns are inputs; `·` means no transition.
 */
const TABLE = `
          connected  disconnected  silent  graceOver  fetched  fetchFailed  close
opening   live       ·             ·       fetching   ·        ·            closed
live      ·          away          live    ·          ·        ·            closed
away      live       ·             ·       fetching   ·        ·            closed
fetching  live       ·             ·       ·          polling  offline      closed
polling   live       ·             ·       ·          ·        offline      closed
offline   live       ·             ·       ·          polling  ·            closed
closed    ·          ·             ·       ·          ·        ·            ·
`

const cells = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
const [inputs = [], ...lines] = cells
const cases = lines.flatMap(([state = '', ...to]) => inputs.map((input, at) => [state, input, to[at] ?? ''] as const))

describe('the link (FC1)', () => {
  it('has a row for each state and a column for each input', () => {
    expect(lines.map(([state]) => state)).toEqual(STATES)
    expect(inputs).toEqual(INPUTS)
    expect(Object.keys(CONNECTION_TRANSITIONS)).toEqual(STATES)
  })

  it.each(cases)('%s, when it is %s: %s', (state, input, to) => {
    expect(CONNECTION_TRANSITIONS[state as ConnectionState][input as ConnectionEvent]?.to ?? '·').toBe(to)
  })

  it('tells screens something of each state but the last', () => {
    expect(Object.keys(PHASE_OF_CONNECTION_STATE)).toEqual(STATES.filter((state) => state !== 'closed'))
  })
})

/**
 * Applies the connection events in order, from the state `opening`.
 * Returns which timers are running, and whether rooms are joined.
 */
function run(history: readonly ConnectionEvent[]) {
  let state: ConnectionState = 'opening'
  const held = { grace: true, polling: false, joined: false }
  const does: Partial<Record<ConnectionAction, () => void>> = {
    startGrace: () => Object.assign(held, { grace: true }),
    stopGrace: () => Object.assign(held, { grace: false }),
    // Polling starts when the grace timer ends, so the timer is no longer running.
    startPolling: () => Object.assign(held, { grace: false, polling: true }),
    stopPolling: () => Object.assign(held, { polling: false }),
    leaveRooms: () => Object.assign(held, { joined: false }),
    resume: () => Object.assign(held, { joined: true }),
    joinWhole: () => Object.assign(held, { joined: true }),
    forget: () => Object.assign(held, { joined: false }),
  }
  for (const input of history) {
    const step: ConnectionTransition | undefined = CONNECTION_TRANSITIONS[state][input]
    if (!step) continue
    state = step.to
    for (const act of step.acts) does[act]?.()
  }
  return { state: state as ConnectionState, held }
}

describe('over any history', () => {
  it('the grace runs while it is away, it fetches while it is down, and its rooms are joined while it is live (FC2)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...INPUTS), { maxLength: 40 }), (history) => {
        const { state, held } = run(history)
        expect(held).toEqual({
          grace: state === 'opening' || state === 'away',
          polling: isFetching(state),
          joined: state === 'live',
        })
      }),
      { seed: 3, numRuns: 2_000 },
    )
  })

  it('it comes back from anywhere but its end, and never from that (FC3)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...INPUTS), { maxLength: 20 }), (history) => {
        const { state } = run([...history, 'connected'])
        expect(state).toBe(history.includes('close') ? 'closed' : 'live')
      }),
      { seed: 3, numRuns: 500 },
    )
  })

  it('what was fetched is joined whole, what was only away is resumed (FC4)', () => {
    for (const state of STATES.filter((state) => state !== 'closed' && state !== 'live'))
      expect(CONNECTION_TRANSITIONS[state].connected?.acts).toContain(isFetching(state) ? 'joinWhole' : 'resume')
  })
})

/**
 * Creates a socket that stands in until the real socket is loaded.
 * `come` supplies the real socket, which connects at once.
 */
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
