/**
 * The table of endpoints with routes and schemas.
 * Routing, role checks, OpenAPI and the web's types derive from it.
 */
import type { z } from 'zod'
import type { Endpoint, FileAnswer } from './door/endpoint.ts'
import { accounts } from './endpoints/accounts.ts'
import { admin } from './endpoints/admin.ts'
import { analyses } from './endpoints/analyses.ts'
import { audit } from './endpoints/audit.ts'
import { collections } from './endpoints/collections.ts'
import { deliveries } from './endpoints/deliveries.ts'
import { fleet } from './endpoints/fleet.ts'
import { forecasts } from './endpoints/forecasts.ts'
import { history } from './endpoints/history.ts'
import { materials } from './endpoints/materials.ts'
import { notifications } from './endpoints/notifications.ts'
import { pictures } from './endpoints/pictures.ts'
import { reports } from './endpoints/reports.ts'
import { settings } from './endpoints/settings.ts'
import { sites } from './endpoints/sites.ts'
import { zones } from './endpoints/zones.ts'
import type { EndpointName } from './lines.ts'

export type { Endpoint, FileAnswer } from './door/endpoint.ts'
export type { EndpointName } from './lines.ts'

export const endpoints = {
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
export type AskedOf<N extends EndpointName> = {
  [K in keyof z.input<Part<N, 'query'>>]: K extends keyof QueryOf<N> ? QueryOf<N>[K] : never
}
/** The query with its defaults. */
export type QueryOf<N extends EndpointName> = z.output<Part<N, 'query'>>
export type ParamsOf<N extends EndpointName> = z.output<Part<N, 'params'>>
/** The response of the endpoint. */
export type AnswerOf<N extends EndpointName> = (typeof endpoints)[N]['kind'] extends 'file'
  ? FileAnswer
  : z.output<Part<N, 'answer'>>
