/**
 * All endpoints with their routes and schemas.
 * Routing, role checks, OpenAPI and the web app's types derive from this list.
 */
import type { z } from 'zod'
import { accounts } from './accounts/endpoints.ts'
import { admin } from './admin/endpoints.ts'
import { analyses } from './analyses/endpoints.ts'
import { audit } from './audit/endpoints.ts'
import { deliveries } from './deliveries/endpoints.ts'
import { driver } from './driver/endpoints.ts'
import { fleet } from './fleet/endpoints.ts'
import { forecasts } from './forecasts/endpoints.ts'
import { history } from './history/endpoints.ts'
import type { Endpoint, FileAnswer } from './http/endpoint.ts'
import { materials } from './materials/endpoints.ts'
import { notifications } from './notifications/endpoints.ts'
import { phone } from './phone/endpoints.ts'
import { pictures } from './pictures/endpoints.ts'
import { reports } from './reports/endpoints.ts'
import type { EndpointName } from './routes.ts'
import { collections } from './schedules/endpoints.ts'
import { settings } from './settings/endpoints.ts'
import { sites } from './sites/endpoints.ts'
import { zones } from './zones/endpoints.ts'

export type { Endpoint, FileAnswer } from './http/endpoint.ts'
export type { EndpointName } from './routes.ts'

export const endpoints = {
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
} satisfies Record<EndpointName, Endpoint>

type Part<N extends EndpointName, K extends string> =
  (typeof endpoints)[N] extends Record<K, infer S extends z.ZodType> ? S : never

/** The validated body that a handler receives. */
export type BodyOf<N extends EndpointName> = z.output<Part<N, 'body'>>
/** The body that a client sends. */
export type RequestOf<N extends EndpointName> = z.input<Part<N, 'body'>>
/**
 * The query that a client sends.
 * Fields with a default are optional.
 */
export type QueryInputOf<N extends EndpointName> = {
  [K in keyof z.input<Part<N, 'query'>>]: K extends keyof QueryOf<N> ? QueryOf<N>[K] : never
}
/** The query with its defaults. */
export type QueryOf<N extends EndpointName> = z.output<Part<N, 'query'>>
export type ParamsOf<N extends EndpointName> = z.output<Part<N, 'params'>>
/** The response of the endpoint. */
export type AnswerOf<N extends EndpointName> = (typeof endpoints)[N]['kind'] extends 'file'
  ? FileAnswer
  : z.output<Part<N, 'answer'>>
