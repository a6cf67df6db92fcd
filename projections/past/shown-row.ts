/** A row as it is shown to auditors: all that it holds, and pseudonyms for what is sealed. */
import type { ViewName } from '#contract/tables.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { driverKey } from '#rules/planning.ts'

type Fields = Record<string, unknown>
/** Of which person each sealed field of a row is. */
type Owners = Readonly<Record<string, (row: Fields) => string>>

const own: Owners[string] = (row) => String(row.id)
const SEALED: Partial<Record<ViewName, Owners>> = {
  accounts: { sealed: own, sealedFacility: own, facility: own, employeeId: own },
  reports: { sealed: (row) => String(row.userId) },
  vehicles: { driver: (row) => driverKey(String(row.id)) },
  schedules: { driver: (row) => driverKey(String((row.vehicle as Fields | undefined)?.id)) },
  accesses: { sealed: (row) => String(row.userId) },
  deliveries: { disputeReason: (row) => String((row.disputeReason as Fields).personId) },
}

/** `nameOf`: what somebody is called. */
export function shownRow(view: ViewName, row: Row, nameOf: (personId: string) => string): Fields {
  const { position: _, ...shown } = row as Row & Fields
  for (const [field, ownerOf] of Object.entries(SEALED[view] ?? {}))
    if (shown[field] !== undefined) shown[field] = nameOf(ownerOf(shown))
  return shown
}
