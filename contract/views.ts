/**
 * Schemas of responses.
 * Personal data is decrypted for readers who may see it.
 */
export * from './accounts/views.ts'
export * from './admin/views.ts'
export * from './analyses/views.ts'
export * from './audit/views.ts'
export * from './deliveries/views.ts'
export * from './driver/views.ts'
export * from './fleet/views.ts'
export * from './forecasts/views.ts'
export * from './materials/views.ts'
export * from './notifications/views.ts'
export * from './reports/views.ts'
export * from './schedules/views.ts'
export { ConfigurationView } from './settings/configuration.ts'
export * from './sites/views.ts'
