/**
 * Schemas of command bodies.
 * Each one validates requests and types the code and the forms.
 */
import './http/validation-messages.ts'

export * from './accounts/commands.ts'
export * from './admin/commands.ts'
export * from './analyses/commands.ts'
export * from './audit/commands.ts'
export * from './deliveries/commands.ts'
export * from './driver/commands.ts'
export * from './fleet/commands.ts'
export * from './notifications/commands.ts'
export * from './reports/commands.ts'
export * from './schedules/commands.ts'
export * from './settings/commands.ts'
export * from './sites/commands.ts'
export { ChangeZone, ChooseZone, MoveResidents, OpenZone } from './zones/commands.ts'
