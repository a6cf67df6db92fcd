/** Fictional people of the tour, the same in every recording. */
import { userIdOf } from '#command-api/accounts/register.ts'
import type { TourRole } from '#contract/demo/tour-recording.ts'
import { FIRST_NAMES, LAST_NAMES, REPORT_DESCRIPTIONS } from '#demo/simulator/names-and-texts.ts'
import type { Role, Zone } from '#domain/city.ts'
import { INITIAL_ZONE_NAMES } from '#domain/zones.ts'

export const [OTHER_ZONE, ZONE] = INITIAL_ZONE_NAMES

export interface TourPerson<R extends Role = Role> {
  userId: string
  role: R
  name: string
  email: string
  zone?: Zone
  facility?: string
}

const person = <R extends Role>(
  key: string,
  role: R,
  name: string,
  more: Partial<TourPerson<R>> = {},
): TourPerson<R> => ({
  userId: userIdOf(`tour/${key}`),
  role,
  name,
  email: `${key}@example.com`,
  ...more,
})

/** People whose screens the tour shows. */
export const TOUR_PEOPLE: { [R in TourRole]: TourPerson<R> } = {
  resident: person('kofi', 'resident', 'Kofi Mensah', { zone: ZONE }),
  dispatcher: person('esi', 'dispatcher', 'Esi Boateng'),
  recycler: person('yaw', 'recycler', 'Yaw Asante', { facility: 'WS002' }),
}

/** The tour's driver. The tour shows the effects of the driver's work on the screens of others. */
export const TOUR_DRIVER = person('kojo', 'driver', 'Kojo Asare')

const pick = <T>(all: readonly T[], n: number) => all[n % all.length] as T

/** Returns the resident of household `n` in a zone, always with the same name. */
export function tourResidentOf(zone: Zone, n: number): TourPerson {
  const offset = zone === ZONE ? 0 : 17
  const name = `${pick(FIRST_NAMES, n * 7 + offset)} ${pick(LAST_NAMES, n * 5 + offset)}`
  return person(`${zone === ZONE ? 'west' : 'north'}-${n}`, 'resident', name, { zone })
}

/** Returns the description of report `n`. Two of three reports have one. */
export const reportDescriptionOf = (n: number) => (n % 3 === 2 ? undefined : pick(REPORT_DESCRIPTIONS, n * 5))
