/** Who is tortured: residents who sign up, and the dispatcher who collects from them. */

import type { Session } from '#contract/views.ts'
import { FIRST_ZONE_NAMES } from '#rules/first-zones.ts'
import { call } from '../calls.ts'
import { Resident } from './resident.ts'

const RESIDENTS = 40

/** Signs the residents up and the dispatcher in; their tokens outlive every kill. */
export async function enter(url: string, password: string) {
  const signIn = { employee_id: 'DISP001', password: password }
  const dispatcher = (await call<Session>(url, { method: 'POST', path: '/auth/login', body: signIn })).body.token
  const tokens = new Map<string, string>()
  const residents = await Promise.all(
    Array.from({ length: RESIDENTS }, async (_, n) => {
      const person = {
        email: `resident-${n}@torture.example`,
        password: 'long enough',
        name: `Resident ${n}`,
        zone: FIRST_ZONE_NAMES[n % FIRST_ZONE_NAMES.length],
      }
      const { status, body } = await call<Session>(url, { method: 'POST', path: '/auth/signup', body: person })
      if (status !== 201) throw new Error(`The sign-up was refused with ${status}`)
      tokens.set(body.user.id, body.token)
      return new Resident(body.user.id, body.token, dispatcher)
    }),
  )
  return { residents, tokens, dispatcher }
}
