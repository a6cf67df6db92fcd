/**
 * Routes of all endpoints by name, without their schemas.
 * The web app calls endpoints by name.
 */
import { accountEndpointRoutes } from './accounts/routes.ts'
import { adminEndpointRoutes } from './admin/routes.ts'
import { analysisEndpointRoutes } from './analyses/routes.ts'
import { auditEndpointRoutes } from './audit/routes.ts'
import { deliveryEndpointRoutes } from './deliveries/routes.ts'
import { driverEndpointRoutes } from './driver/routes.ts'
import { fleetEndpointRoutes } from './fleet/routes.ts'
import { forecastEndpointRoutes } from './forecasts/routes.ts'
import { materialEndpointRoutes } from './materials/routes.ts'
import { notificationEndpointRoutes } from './notifications/routes.ts'
import { phoneEndpointRoutes } from './phone/routes.ts'
import { pictureEndpointRoutes } from './pictures/routes.ts'
import { reportEndpointRoutes } from './reports/routes.ts'
import { collectionEndpointRoutes } from './schedules/routes.ts'
import { settingsEndpointRoutes } from './settings/routes.ts'
import { siteEndpointRoutes } from './sites/routes.ts'
import { zoneEndpointRoutes } from './zones/routes.ts'

export const endpointRoutes = {
  ...accountEndpointRoutes,
  ...reportEndpointRoutes,
  ...collectionEndpointRoutes,
  ...deliveryEndpointRoutes,
  ...notificationEndpointRoutes,
  ...fleetEndpointRoutes,
  ...driverEndpointRoutes,
  ...siteEndpointRoutes,
  ...materialEndpointRoutes,
  ...forecastEndpointRoutes,
  ...pictureEndpointRoutes,
  ...analysisEndpointRoutes,
  ...zoneEndpointRoutes,
  ...settingsEndpointRoutes,
  ...adminEndpointRoutes,
  ...auditEndpointRoutes,
  ...phoneEndpointRoutes,
}

export type EndpointName = keyof typeof endpointRoutes
