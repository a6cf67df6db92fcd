/** Answers the reads of drivers. */
import { compare } from '#domain/fold-text.ts'
import type { Reads } from '#platform/http/api.ts'
import type { AccountRow } from '../accounts/accounts-view.ts'
import type { PersonDirectory } from '../queries/people.ts'
import type { DriverRow } from './drivers-view.ts'

export function driverReads(people: PersonDirectory): Reads {
  return {
    async drivers(_call, { rows }) {
      const accounts = await rows.find<AccountRow>('accounts', { filter: { role: 'driver', erased: false } })
      const ids = accounts.map(({ id }) => id)
      const [persons, assigned] = await Promise.all([people.byId(rows, ids), rows.get<DriverRow>('drivers', ids)])
      const vehicles = new Map(assigned.flatMap((row) => (row ? [[row.id, row.vehicleId]] : [])))
      const drivers = ids.flatMap((id) => {
        const person = persons.get(id)
        return person ? [{ id, person, vehicleId: vehicles.get(id) }] : []
      })
      return {
        drivers: drivers
          .sort((a, b) => compare(a.person.folded.name, b.person.folded.name) || compare(a.id, b.id))
          .map(({ id, person: { name, employeeId: employee_id }, vehicleId }) => ({
            id,
            name,
            employee_id,
            vehicleId,
          })),
      }
    },
  }
}
