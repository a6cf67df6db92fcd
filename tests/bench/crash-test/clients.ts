/**
 * Crash test clients: residents, a dispatcher and recyclers.
 * Recyclers send a truck and weigh its load, each ticket once.
 */

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Session } from '#contract/views.ts'
import { INITIAL_ZONE_NAMES } from '#domain/zones.ts'
import type { LoggedEvent } from '#platform/event-store/event-store.ts'
import { type Call, call } from '../calls.ts'
import type { CheckFaults } from './check.ts'
import { CrashTestResident } from './resident.ts'
import { type ServerGate, sendUntilAnswered } from './until-answered.ts'

interface Weighing {
  ticket: string
  deliveryId: string
  /**
   * Log position in the server's answer.
   * Undefined without an answer, or if the client gave up the command.
   */
  position?: number
}

interface Recorded {
  delivery: { id: string }
  position: string
}

const PAUSE_MS = 12
const RESIDENT_COUNT = 40
/** Ids of the demo's trucks. */
const TRUCKS = ['T001', 'T002', 'T003']

class WeighingClient {
  readonly weighings: Weighing[] = []
  readonly #truck: string
  readonly #tokens: { dispatcher: string; recycler: string }

  /**
   * Creates a recycler.
   * No other recycler may use `truck`.
   */
  constructor(truck: string, tokens: { dispatcher: string; recycler: string }) {
    this.#truck = truck
    this.#tokens = tokens
  }

  get acknowledged(): number {
    return this.weighings.filter(({ position }) => position !== undefined).length
  }

  /** Sends commands while `isRunning` returns true, then finishes the current command. */
  async run(gate: ServerGate, isRunning: () => boolean): Promise<void> {
    while (isRunning()) {
      const load = { truckId: this.#truck, facilityId: 'WS001', zone: 'Ablekuma North' }
      const sent = await this.#send(gate, 'dispatcher', '/auth/deliveries', load)
      if (!sent) continue
      await pause(Math.random() * PAUSE_MS)
      const ticket = `${this.#truck}-${this.weighings.length}`
      const weighing: Weighing = { ticket, deliveryId: sent.delivery.id }
      this.weighings.push(weighing)
      const scales = { ticket, gross: 9_000, tare: 8_000 }
      const weighed = await this.#send(gate, 'recycler', `/auth/deliveries/${sent.delivery.id}/weighing`, scales)
      if (weighed) weighing.position = Number(weighed.position)
      await pause(Math.random() * PAUSE_MS)
    }
  }

  #send(gate: ServerGate, as: 'dispatcher' | 'recycler', path: string, body: object) {
    const command: Call = { method: 'POST', path, body, token: this.#tokens[as], key: randomUUID() }
    return sendUntilAnswered<Recorded>(command, { gate, mayGiveUp: true, again: () => undefined })
  }
}

/** Checks that the log has each acknowledged weighing, and the use of its ticket, exactly once. */
export function checkWeighings(events: readonly LoggedEvent[], weighers: readonly WeighingClient[]): CheckFaults {
  const verdict: CheckFaults = { lost: [], doubled: [] }
  const positions = (type: string, ticket: string) =>
    events
      .filter((event) => event.type === type && (event.data as { ticket: string }).ticket === ticket)
      .map(({ position }) => position)
  for (const { ticket, deliveryId, position } of weighers.flatMap(({ weighings }) => weighings)) {
    const [weighed, taken] = [positions('DeliveryWeighed', ticket), positions('TicketUsed', ticket)]
    const name = `${deliveryId} on ticket ${ticket}`
    if (weighed.length > 1 || taken.length > 1) verdict.doubled.push(`${name} at ${[...taken, ...weighed].join()}`)
    if (weighed.length > taken.length) verdict.lost.push(`the ticket of ${name}`)
    if (position !== undefined && weighed[0] !== position) verdict.lost.push(`${name}, acknowledged at ${position}`)
  }
  return verdict
}

/**
 * Signs up residents, and signs in the dispatcher and recycler.
 * Their tokens survive restarts.
 */
export async function createClients(url: string, password: string, count = RESIDENT_COUNT) {
  const signIn = async (employee_id: string) => {
    const body = { employee_id, password }
    return (await call<Session>(url, { method: 'POST', path: '/auth/login', body })).body.token
  }
  const [dispatcher, recycler] = await Promise.all([signIn('DISP001'), signIn('REC001')])
  const tokens = new Map<string, string>()
  const residents = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const person = {
        email: `resident-${n}@crash-test.example`,
        password: 'long enough',
        name: `Resident ${n}`,
        zone: INITIAL_ZONE_NAMES[n % INITIAL_ZONE_NAMES.length],
      }
      const { status, body } = await call<Session>(url, { method: 'POST', path: '/auth/signup', body: person })
      if (status !== 201) throw new Error(`The sign-up was refused with ${status}`)
      tokens.set(body.user.id, body.token)
      return new CrashTestResident(body.user.id, body.token, dispatcher)
    }),
  )
  const weighers = TRUCKS.map((truck) => new WeighingClient(truck, { dispatcher, recycler }))
  return { residents, tokens, dispatcher, weighers }
}
