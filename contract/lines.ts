/**
 * Routes of all endpoints by name, without their schemas.
 * The web app calls endpoints by these names.
 */
import { accounts } from './lines/accounts.ts'
import { admin } from './lines/admin.ts'
import { analyses } from './lines/analyses.ts'
import { audit } from './lines/audit.ts'
import { collections } from './lines/collections.ts'
import { deliveries } from './lines/deliveries.ts'
import { fleet } from './lines/fleet.ts'
import { forecasts } from './lines/forecasts.ts'
import { history } from './lines/history.ts'
import { materials } from './lines/materials.ts'
import { notifications } from './lines/notifications.ts'
import { pictures } from './lines/pictures.ts'
import { reports } from './lines/reports.ts'
import { settings } from './lines/settings.ts'
import { sites } from './lines/sites.ts'
import { zones } from './lines/zones.ts'

export const lines = {
  ...accounts,
  ...reports,
  ...collections,
  ...deliveries,
  ...notifications,
  ...fleet,
  ...sites,
  ...materials,
  ...forecasts,
  ...pictures,
  ...analyses,
  ...zones,
  ...settings,
  ...admin,
  ...audit,
  ...history,
}

export type EndpointName = keyof typeof lines
