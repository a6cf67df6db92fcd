/** Fictional people of the tour, always the same. */
import { userIdOf } from '#command-api/accounts/register.ts'
import type { TourRole } from '#contract/demo/tour-recording.ts'
import { DESCRIPTIONS, FIRST_NAMES, LAST_NAMES } from '#demo/simulator/names-and-texts.ts'
import type { Zone } from '#domain/city.ts'
import { FIRST_ZONE_NAMES } from '#domain/first-zones.ts'

export const [OTHER_ZONE, ZONE] = FIRST_ZONE_NAMES

export interface TourPerson {
  userId: string
  role: TourRole
  name: string
  email: string
  zone?: Zone
  facility?: string
}

const person = (key: string, role: TourRole, name: string, more: Partial<TourPerson> = {}): TourPerson => ({
  userId: userIdOf(`tour/${key}`),
  role,
  name,
  email: `${key}@example.com`,
  ...more,
})

/** People whose screens the tour shows. */
export const VIEWERS: Record<TourRole, TourPerson> = {
  resident: person('kofi', 'resident', 'Kofi Mensah', { zone: ZONE }),
  dispatcher: person('esi', 'dispatcher', 'Esi Boateng'),
  recycler: person('yaw', 'recycler', 'Yaw Asante', { facility: 'WS002' }),
}

const of = <T>(all: readonly T[], n: number) => all[n % all.length] as T

/** Returns the resident of household `n` in a zone; always the same name. */
export function neighbour(zone: Zone, n: number): TourPerson {
  const offset = zone === ZONE ? 0 : 17
  const name = `${of(FIRST_NAMES, n * 7 + offset)} ${of(LAST_NAMES, n * 5 + offset)}`
  return person(`${zone === ZONE ? 'west' : 'north'}-${n}`, 'resident', name, { zone })
}

/** Returns the description of a report; two of three have one. */
export const noteOf = (n: number) => (n % 3 === 2 ? undefined : of(DESCRIPTIONS, n * 5))
