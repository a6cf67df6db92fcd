/** Assembles the read side: views, routes and the runner. */

import type { Router } from 'express'
import { DEMO_ACCOUNTS } from '#contract/demo/demo.ts'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { mountApi, type ReadHandlers } from '#platform/http/api.ts'
import { accountsView, personalDataAccessesView } from './accounts/accounts-view.ts'
import { createAdminUserReadHandlers } from './accounts/admin-users.ts'
import { createAccountReadHandlers } from './accounts/routes.ts'
import { createAdminOperationsReadHandlers } from './admin/operations.ts'
import { createOwnDataReadHandlers } from './admin/own-data.ts'
import { createAdminStatsReadHandlers } from './admin/stats.ts'
import { analysesView, refitsView } from './analyses/analyses-view.ts'
import { createAnalysisReadHandlers } from './analyses/routes.ts'
import { createFuelAnalyticsReadHandlers } from './analytics/fuel.ts'
import { createProfileFigureReadHandlers } from './analytics/profile-figures.ts'
import { createTripsCsvReadHandlers } from './analytics/trips-csv.ts'
import { checkpointsView } from './audit/checkpoints-view.ts'
import { createFindingReadHandlers, findingsView, findingThresholdsView } from './audit/findings.ts'
import { createHistoryReadHandlers, createTimeTravelReadHandlers } from './audit/history-routes.ts'
import { createReferenceReadHandlers } from './audit/references.ts'
import { createAuditReadHandlers } from './audit/routes.ts'
import { createRecommendationReadHandlers } from './dispatch/routes.ts'
import { driversView } from './driver/drivers-view.ts'
import { createDriverReadHandlers, createDriverSheetReadHandlers } from './driver/routes.ts'
import { createFleetReadHandlers } from './fleet/routes.ts'
import { tripsView } from './fleet/trips-view.ts'
import { vehiclesView } from './fleet/vehicles-view.ts'
import { forecastScoresView, forecastsView } from './forecasts/forecasts-view.ts'
import { createForecastReadHandlers } from './forecasts/routes.ts'
import { createMaterialReadHandlers } from './materials/routes.ts'
import { notificationsView } from './notifications/notifications-view.ts'
import { createNotificationReadHandlers, createPushReadHandlers } from './notifications/routes.ts'
import { gatewaysView, smsNotificationsView } from './phone/phone-views.ts'
import {
  createPhoneReadHandlers,
  createPhoneTrafficReadHandlers,
  createSmsTrafficReadHandlers,
} from './phone/routes.ts'
import { createPictureReadHandlers } from './pictures/routes.ts'
import { presentSnapshotOf, type ReadDependencies, type ViewReadDependencies } from './queries/dependencies.ts'
import { createPersonDirectory, forgetErasedPersons, type PersonDirectory } from './queries/people.ts'
import { createAdminReportReadHandlers } from './reports/admin-reports.ts'
import { binsView } from './reports/bins-view.ts'
import { reportsView } from './reports/reports-view.ts'
import { createBinPlaceReadHandlers, createReportReadHandlers } from './reports/routes.ts'
import { deliveriesView } from './schedules/deliveries-view.ts'
import { createDeliveryReadHandlers, createScheduleReadHandlers } from './schedules/routes.ts'
import { schedulesView } from './schedules/schedules-view.ts'
import { createSecurityLogReadHandlers, createSecurityReadHandlers } from './security/routes.ts'
import { securityView } from './security/security-view.ts'
import { configurationView } from './settings/configuration-view.ts'
import { createConfigurationReadHandlers } from './settings/routes.ts'
import { compositionsView } from './sites/compositions-view.ts'
import { createSiteReadHandlers } from './sites/routes.ts'
import { sitesView } from './sites/sites-view.ts'
import { createZoneReadHandlers } from './zones/routes.ts'
import { zonesView } from './zones/zones-view.ts'

export const projectionViews = [
  accountsView,
  reportsView,
  zonesView,
  notificationsView,
  vehiclesView,
  sitesView,
  schedulesView,
  configurationView,
  deliveriesView,
  compositionsView,
  tripsView,
  securityView,
  analysesView,
  refitsView,
  forecastsView,
  forecastScoresView,
  checkpointsView,
  personalDataAccessesView,
  findingsView,
  findingThresholdsView,
  driversView,
  binsView,
  gatewaysView,
  smsNotificationsView,
]

/**
 * Returns the handlers of reads that need only rows of views.
 * They can also answer for a past time.
 */
export function createViewReadHandlers(
  reading: ViewReadDependencies,
  people = createPersonDirectory(reading),
): ReadHandlers {
  return {
    ...createAccountReadHandlers(reading),
    ...createProfileFigureReadHandlers(),
    ...createAdminUserReadHandlers(people),
    ...createAdminReportReadHandlers(reading, people),
    ...createSecurityLogReadHandlers(people),
    ...createReportReadHandlers(reading),
    ...createZoneReadHandlers(),
    ...createNotificationReadHandlers(),
    ...createScheduleReadHandlers(reading),
    ...createDeliveryReadHandlers(reading),
    ...createFleetReadHandlers(reading, people),
    ...createDriverReadHandlers(people),
    ...createFuelAnalyticsReadHandlers(reading),
    ...createTripsCsvReadHandlers(),
    ...createSiteReadHandlers(reading.pictures),
    ...createAnalysisReadHandlers(reading.modelCard),
    ...createMaterialReadHandlers(reading.limiters),
    ...createForecastReadHandlers(),
    ...createFindingReadHandlers(reading, people),
    ...createConfigurationReadHandlers(reading.mapStyleUrl),
    ...createPhoneReadHandlers(),
    ...createRecommendationReadHandlers(reading),
  }
}

/** Returns the read handlers that need the vault, log, files or running installation. */
function liveReads(reading: ReadDependencies, people: PersonDirectory, demo: boolean): ReadHandlers {
  const accounts = demo ? DEMO_ACCOUNTS.map(({ identifier, label, role }) => ({ identifier, label, role })) : []
  return {
    ...createAdminStatsReadHandlers(reading),
    ...createAdminOperationsReadHandlers(reading),
    ...createPhoneTrafficReadHandlers(reading),
    ...createOwnDataReadHandlers(reading, people),
    ...createSmsTrafficReadHandlers(reading, people),
    ...createBinPlaceReadHandlers(reading, people),
    ...createDriverSheetReadHandlers(reading),
    ...createSecurityReadHandlers(reading),
    ...createPushReadHandlers(reading),
    ...createPictureReadHandlers(reading.pictures),
    ...createAuditReadHandlers(reading.prover, reading.limiters),
    ...createReferenceReadHandlers(),
    ...createTimeTravelReadHandlers(reading.past),
    ...createHistoryReadHandlers(reading.history),
    demoAccounts: async ({ isLocal }) => ({ accounts: isLocal ? accounts : [] }),
  }
}

/** Returns all reads by endpoint name. */
export function createReadHandlers(reading: ReadDependencies, { demo = false } = {}): ReadHandlers {
  const people = createPersonDirectory(reading)
  return { ...createViewReadHandlers(reading, people), ...liveReads(reading, people, demo) }
}

/**
 * Mounts the GET routes of the API.
 * They return the present state, or the state at a past time.
 */
export function mountReadRoutes(
  router: Router,
  reading: ReadDependencies,
  fingerprintKey: Uint8Array,
  { demo } = { demo: false },
): void {
  forgetErasedPersons(reading.runner, reading.sealer)
  const { tokens, log, past } = reading
  const people = createPersonDirectory(reading)
  const ofViews = createViewReadHandlers(reading, people)
  const replay = past && {
    // Only JSON answers exist for past moments, not files.
    answers: (name: EndpointName) => name in ofViews && endpoints[name].kind === 'json',
    read: past.read,
  }
  const door = {
    tokens,
    log,
    fingerprintKey,
    snapshot: () => presentSnapshotOf(reading),
    ...(replay && { past: replay }),
  }
  mountApi(router, { ...ofViews, ...liveReads(reading, people, demo) }, door)
}
