/**
 * All endpoints with their routes and schemas.
 * Routing, role checks, OpenAPI and the web app's types derive from them.
 */
import type { z } from 'zod'
import { accountEndpoints } from './accounts/endpoints.ts'
import { adminEndpoints } from './admin/endpoints.ts'
import { analysisEndpoints } from './analyses/endpoints.ts'
import { auditEndpoints } from './audit/endpoints.ts'
import { deliveryEndpoints } from './deliveries/endpoints.ts'
import { driverEndpoints } from './driver/endpoints.ts'
import { fleetEndpoints } from './fleet/endpoints.ts'
import { forecastEndpoints } from './forecasts/endpoints.ts'
import type { Endpoint, FileAnswer } from './http/endpoint.ts'
import { materialEndpoints } from './materials/endpoints.ts'
import { notificationEndpoints } from './notifications/endpoints.ts'
import { phoneEndpoints } from './phone/endpoints.ts'
import { pictureEndpoints } from './pictures/endpoints.ts'
import { reportEndpoints } from './reports/endpoints.ts'
import type { EndpointName } from './routes.ts'
import { collectionEndpoints } from './schedules/endpoints.ts'
import { settingsEndpoints } from './settings/endpoints.ts'
import { siteEndpoints } from './sites/endpoints.ts'
import { zoneEndpoints } from './zones/endpoints.ts'

export type { Endpoint, FileAnswer } from './http/endpoint.ts'
export type { EndpointName } from './routes.ts'

export const endpoints = {
  ...accountEndpoints,
  ...reportEndpoints,
  ...collectionEndpoints,
  ...deliveryEndpoints,
  ...notificationEndpoints,
  ...fleetEndpoints,
  ...driverEndpoints,
  ...siteEndpoints,
  ...materialEndpoints,
  ...forecastEndpoints,
  ...pictureEndpoints,
  ...analysisEndpoints,
  ...zoneEndpoints,
  ...settingsEndpoints,
  ...adminEndpoints,
  ...auditEndpoints,
  ...phoneEndpoints,
} satisfies Record<EndpointName, Endpoint>

type Part<N extends EndpointName, K extends string> =
  (typeof endpoints)[N] extends Record<K, infer S extends z.ZodType> ? S : never

/** The validated body that a handler receives. */
export type BodyOf<N extends EndpointName> = z.output<Part<N, 'body'>>
/** The body that a client sends. */
export type BodyInputOf<N extends EndpointName> = z.input<Part<N, 'body'>>
/**
 * The query that a client sends.
 * Fields with a default are optional.
 */
export type QueryInputOf<N extends EndpointName> = {
  [K in keyof z.input<Part<N, 'query'>>]: K extends keyof QueryOf<N> ? QueryOf<N>[K] : never
}
/** Query of an endpoint after parsing, with default values filled in. */
export type QueryOf<N extends EndpointName> = z.output<Part<N, 'query'>>
export type ParamsOf<N extends EndpointName> = z.output<Part<N, 'params'>>
/** The response of the endpoint. */
export type AnswerOf<N extends EndpointName> = (typeof endpoints)[N]['kind'] extends 'file'
  ? FileAnswer
  : z.output<Part<N, 'answer'>>
