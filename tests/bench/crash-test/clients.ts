/** Creates the clients of a crash test: residents, a dispatcher and recyclers. */
import type { Session } from '#contract/views.ts'
import { INITIAL_ZONE_NAMES } from '#domain/zones.ts'
import { call } from '../calls.ts'
import { CrashTestResident } from './resident.ts'
import { WeighingClient } from './weigher.ts'

const RESIDENTS = 40
/** Ids of the demo's trucks. */
const TRUCKS = ['T001', 'T002', 'T003']

/** Signs up the residents and signs in the dispatcher and the recycler. Their tokens stay valid over every restart. */
export async function createClients(url: string, password: string, count = RESIDENTS) {
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
