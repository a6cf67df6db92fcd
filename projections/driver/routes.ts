/** HTTP handlers for reads by drivers. */
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { toUntranslatedMessage } from '#contract/languages/values.ts'
import { compareCodeUnits } from '#domain/fold-text.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import type { AccountRow } from '../accounts/accounts-view.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import type { PersonDirectory } from '../queries/people.ts'
import type { DriverRow } from './drivers-view.ts'
import { readDriverSheet } from './sheet.ts'

export function createDriverReadHandlers(people: PersonDirectory): ReadHandlers {
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
          .sort((a, b) => compareCodeUnits(a.person.folded.name, b.person.folded.name) || compareCodeUnits(a.id, b.id))
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

/**
 * Answers reads of the driver's stops.
 * Past moments can't be read, because such reads may not show addresses.
 */
export function createDriverSheetReadHandlers({ sealer }: Pick<ReadDependencies, 'sealer'>): ReadHandlers {
  return {
    async driverSheet({ principal: { userId }, query: { lat, lon, schedule } }, { rows }) {
      const from = lat === undefined || lon === undefined ? undefined : { lat, lng: lon }
      const sheet = await readDriverSheet(rows, sealer, userId, from)
      if (schedule === undefined || schedule === sheet.scheduleId) return sheet
      const present = sheet.scheduleId ?? ''
      return {
        ...reject(
          'conflict',
          present
            ? msg`Your truck is no longer on collection ${{ schedule }}. It is on ${{ present }} now.`
            : msg`Your truck is no longer on collection ${{ schedule }}.`,
          { schedule: toUntranslatedMessage(present) },
        ),
        ...(present && { instance: `/api/driver/sheet?schedule=${encodeURIComponent(present)}` }),
      }
    },
  }
}
