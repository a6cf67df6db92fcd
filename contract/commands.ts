/**
 * Schemas of command bodies.
 * Each one validates requests and types the code and the forms.
 */
import './door/plain-words.ts'

export * from './commands/accounts.ts'
export * from './commands/admin.ts'
export * from './commands/analyses.ts'
export * from './commands/audit.ts'
export * from './commands/collections.ts'
export * from './commands/deliveries.ts'
export * from './commands/fleet.ts'
export * from './commands/notifications.ts'
export * from './commands/reports.ts'
export * from './commands/settings.ts'
export * from './commands/sites.ts'
export { ChangeZone, ChooseZone, MoveResidents, OpenZone } from './commands/zones.ts'
