/**
 * Schemas of responses.
 * Personal data is decrypted for readers who may see it.
 */
export * from './views/accounts.ts'
export * from './views/admin.ts'
export * from './views/analyses.ts'
export * from './views/audit.ts'
export * from './views/collections.ts'
export * from './views/deliveries.ts'
export * from './views/fleet.ts'
export * from './views/forecasts.ts'
export * from './views/materials.ts'
export * from './views/model-card.ts'
export * from './views/notifications.ts'
export * from './views/operations.ts'
export * from './views/reports.ts'
export * from './views/settings.ts'
export * from './views/sites.ts'
