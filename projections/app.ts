/** Assembles the read side: views, routes and the runner that updates views from the log. */

import type { Router } from 'express'
import { DEMO_ACCOUNTS } from '#contract/demo/demo.ts'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { mountApi, type ReadHandlers } from '#platform/http/api.ts'
import { accountsView, personAccessesView } from './accounts/accounts-view.ts'
import { adminUserReads } from './accounts/admin-users.ts'
import { accountReads } from './accounts/routes.ts'
import { adminOperationsReads } from './admin/operations.ts'
import { ownDataReads } from './admin/own-data.ts'
import { adminStatsReads } from './admin/stats.ts'
import { analysesView, refitsView } from './analyses/analyses-view.ts'
import { analysisReads } from './analyses/routes.ts'
import { fuelAnalyticsReads } from './analytics/fuel.ts'
import { profileFigureReads } from './analytics/profile-figures.ts'
import { tripsCsvReads } from './analytics/trips-csv.ts'
import { checkpointsView } from './audit/checkpoints-view.ts'
import { findingReads, findingsView, findingThresholdsView } from './audit/findings.ts'
import { historyReads, timeTravelReads } from './audit/history-routes.ts'
import { referenceReads } from './audit/references.ts'
import { auditReads } from './audit/routes.ts'
import { recommendationReads } from './dispatch/routes.ts'
import { driversView } from './driver/drivers-view.ts'
import { driverReads, driverSheetReads } from './driver/routes.ts'
import { fleetReads } from './fleet/routes.ts'
import { tripsView } from './fleet/trips-view.ts'
import { vehiclesView } from './fleet/vehicles-view.ts'
import { forecastScoresView, forecastsView } from './forecasts/forecasts-view.ts'
import { forecastReads } from './forecasts/routes.ts'
import { materialReads } from './materials/routes.ts'
import { notificationsView } from './notifications/notifications-view.ts'
import { notificationReads, pushReads } from './notifications/routes.ts'
import { gatewaysView, smsNotificationsView } from './phone/phone-views.ts'
import { phoneReads, phoneTrafficReads, smsTrafficReads } from './phone/routes.ts'
import { pictureReads } from './pictures/routes.ts'
import { presentSnapshot, type ReadDependencies, type ViewReadDependencies } from './queries/dependencies.ts'
import { createPersonDirectory, type PersonDirectory } from './queries/people.ts'
import { adminReportReads } from './reports/admin-reports.ts'
import { binsView } from './reports/bins-view.ts'
import { reportsView } from './reports/reports-view.ts'
import { binPlaceReads, reportReads } from './reports/routes.ts'
import { deliveriesView } from './schedules/deliveries-view.ts'
import { deliveryReads, scheduleReads } from './schedules/routes.ts'
import { schedulesView } from './schedules/schedules-view.ts'
import { securityLogReads, securityReads } from './security/routes.ts'
import { securityView } from './security/security-view.ts'
import { configurationView } from './settings/configuration-view.ts'
import { configurationReads } from './settings/routes.ts'
import { compositionsView } from './sites/compositions-view.ts'
import { siteReads } from './sites/routes.ts'
import { sitesView } from './sites/sites-view.ts'
import { zoneReads } from './zones/routes.ts'
import { zonesView } from './zones/zones-view.ts'

export const views = [
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
  personAccessesView,
  findingsView,
  findingThresholdsView,
  driversView,
  binsView,
  gatewaysView,
  smsNotificationsView,
]

/** Returns the reads that need only the rows of views. These can also answer for a past moment. */
export function createViewReadHandlers(
  reading: ViewReadDependencies,
  people = createPersonDirectory(reading),
): ReadHandlers {
  return {
    ...accountReads(reading),
    ...profileFigureReads(),
    ...adminUserReads(people),
    ...adminReportReads(reading, people),
    ...securityLogReads(people),
    ...reportReads(reading),
    ...zoneReads(),
    ...notificationReads(),
    ...scheduleReads(reading),
    ...deliveryReads(reading),
    ...fleetReads(reading, people),
    ...driverReads(people),
    ...fuelAnalyticsReads(reading),
    ...tripsCsvReads(),
    ...siteReads(reading.pictures),
    ...analysisReads(reading.modelCard),
    ...materialReads(reading.limiters),
    ...forecastReads(),
    ...findingReads(reading, people),
    ...configurationReads(reading.mapStyleUrl),
    ...phoneReads(),
    ...recommendationReads(reading),
  }
}

/** Returns the reads that also need the vault, the log, files or the running installation. */
function liveReads(reading: ReadDependencies, people: PersonDirectory, demo: boolean): ReadHandlers {
  const accounts = demo ? DEMO_ACCOUNTS.map(({ identifier, label, role }) => ({ identifier, label, role })) : []
  return {
    ...adminStatsReads(reading),
    ...adminOperationsReads(reading),
    ...phoneTrafficReads(reading),
    ...ownDataReads(reading, people),
    ...smsTrafficReads(reading, people),
    ...binPlaceReads(reading, people),
    ...driverSheetReads(reading),
    ...securityReads(reading),
    ...pushReads(reading),
    ...pictureReads(reading.pictures),
    ...auditReads(reading.prover, reading.limiters),
    ...referenceReads(),
    ...timeTravelReads(reading.past),
    ...historyReads(reading.history),
    demoAccounts: async ({ isLocal }) => ({ accounts: isLocal ? accounts : [] }),
  }
}

/** Returns all reads by endpoint name. */
export function createReadHandlers(reading: ReadDependencies, { demo = false } = {}): ReadHandlers {
  const people = createPersonDirectory(reading)
  return { ...createViewReadHandlers(reading, people), ...liveReads(reading, people, demo) }
}

/** Mounts the GET routes, answered for the present or a past moment. */
export function mountReadRoutes(
  router: Router,
  reading: ReadDependencies,
  fingerprintKey: Uint8Array,
  { demo } = { demo: false },
): void {
  const { tokens, log, past } = reading
  const people = createPersonDirectory(reading)
  const ofViews = createViewReadHandlers(reading, people)
  const replay = past && {
    // Only JSON answers exist for past moments. Files are exported for the present only.
    answers: (name: EndpointName) => name in ofViews && endpoints[name].kind === 'json',
    read: past.read,
  }
  const door = {
    tokens,
    log,
    fingerprintKey,
    snapshot: () => presentSnapshot(reading),
    ...(replay && { past: replay }),
  }
  mountApi(router, { ...ofViews, ...liveReads(reading, people, demo) }, door)
}
