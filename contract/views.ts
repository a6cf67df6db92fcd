/** What screens read: the answers' shapes, with personal data already opened for a reader who may see it. */
export * from './views/accounts.ts'
export * from './views/admin.ts'
export * from './views/collections.ts'
export * from './views/fleet.ts'
export * from './views/notifications.ts'
export * from './views/reports.ts'
export * from './views/settings.ts'
export * from './views/sites.ts'
