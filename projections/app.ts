/** The read side, put together: the views there are, their routes, and the runner that keeps them. */

import type { Router } from 'express'
import { DEMO_ACCOUNTS } from '#contract/demo.ts'
import { mountApi, type Reads } from '#platform/http/api.ts'
import { accessesView } from './accounts/accesses-view.ts'
import { accountsView } from './accounts/accounts-view.ts'
import { adminUserReads } from './accounts/admin-users.ts'
import { accountReads } from './accounts/routes.ts'
import { ownDataReads } from './admin/own-data.ts'
import { openPeople } from './admin/people.ts'
import { adminStatsReads } from './admin/stats.ts'
import { analysesView } from './analyses/analyses-view.ts'
import { analysisReads } from './analyses/routes.ts'
import { fuelAnalyticsReads } from './analytics/fuel.ts'
import { profileFigureReads } from './analytics/profile-figures.ts'
import { tripsCsvReads } from './analytics/trips-csv.ts'
import { checkpointsView } from './audit/checkpoints-view.ts'
import { historyReads } from './audit/history-routes.ts'
import { auditReads } from './audit/routes.ts'
import { deliveriesView } from './collections/deliveries-view.ts'
import { deliveryReads } from './collections/delivery-routes.ts'
import { scheduleReads } from './collections/routes.ts'
import { schedulesView } from './collections/schedules-view.ts'
import { fleetReads } from './fleet/routes.ts'
import { tripsView } from './fleet/trips-view.ts'
import { vehiclesView } from './fleet/vehicles-view.ts'
import { forecastsView } from './forecasts/forecasts-view.ts'
import { foreseenView } from './forecasts/foreseen-view.ts'
import { forecastReads } from './forecasts/routes.ts'
import { materialReads } from './materials/routes.ts'
import { notificationsView } from './notifications/notifications-view.ts'
import { notificationReads } from './notifications/routes.ts'
import { pictureReads } from './pictures/routes.ts'
import { recommendationReads } from './planning/routes.ts'
import { presentOf, type Reading } from './reading/reading.ts'
import { adminReportReads } from './reports/admin-reports.ts'
import { reportsView } from './reports/reports-view.ts'
import { reportReads } from './reports/routes.ts'
import { securityReads } from './security/routes.ts'
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
  forecastsView,
  foreseenView,
  checkpointsView,
  accessesView,
]

/** Every read of the read side, by the name of its endpoint. */
export function readsOf(reading: Reading, { demo = false } = {}): Reads {
  const accounts = demo ? DEMO_ACCOUNTS.map(({ identifier, label, role }) => ({ identifier, label, role })) : []
  const people = openPeople(reading)
  return {
    ...accountReads(reading),
    ...ownDataReads(reading, people),
    ...profileFigureReads(),
    ...adminUserReads(people),
    ...adminReportReads(reading, people),
    ...adminStatsReads(reading),
    ...securityReads(reading, people),
    ...reportReads(reading),
    ...zoneReads(),
    ...notificationReads(reading),
    ...scheduleReads(reading),
    ...deliveryReads(reading),
    ...fleetReads(reading, people),
    ...fuelAnalyticsReads(),
    ...tripsCsvReads(),
    ...siteReads(reading.pictures),
    ...pictureReads(reading.pictures),
    ...analysisReads(reading.modelCard),
    ...materialReads(),
    ...forecastReads(),
    ...auditReads(reading.prover),
    ...historyReads(reading.history),
    ...configurationReads(),
    ...recommendationReads(reading),
    demoAccounts: async ({ isLocal }) => ({ accounts: isLocal ? accounts : [] }),
  }
}

/** Adds every GET route of the read side, answered out of the present. */
export function mountReads(router: Router, reading: Reading, fingerprintKey: Uint8Array, options?: { demo: boolean }) {
  const { tokens, log } = reading
  mountApi(router, readsOf(reading, options), { tokens, log, fingerprintKey, snapshot: () => presentOf(reading) })
}
