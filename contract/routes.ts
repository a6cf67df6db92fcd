/**
 * Routes of all endpoints by name, without their schemas.
 * The web app calls endpoints by name.
 */
import { accounts } from './accounts/routes.ts'
import { admin } from './admin/routes.ts'
import { analyses } from './analyses/routes.ts'
import { audit } from './audit/routes.ts'
import { deliveries } from './deliveries/routes.ts'
import { driver } from './driver/routes.ts'
import { fleet } from './fleet/routes.ts'
import { forecasts } from './forecasts/routes.ts'
import { history } from './history/routes.ts'
import { materials } from './materials/routes.ts'
import { notifications } from './notifications/routes.ts'
import { phone } from './phone/routes.ts'
import { pictures } from './pictures/routes.ts'
import { reports } from './reports/routes.ts'
import { collections } from './schedules/routes.ts'
import { settings } from './settings/routes.ts'
import { sites } from './sites/routes.ts'
import { zones } from './zones/routes.ts'

export const routes = {
  ...accounts,
  ...reports,
  ...collections,
  ...deliveries,
  ...notifications,
  ...fleet,
  ...driver,
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
  ...phone,
}

export type EndpointName = keyof typeof routes
