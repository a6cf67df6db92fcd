/** The table of endpoints: lines and shapes. Routes, role checks, the role matrix test, OpenAPI and the web's types come from it. */
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

/** The body as a handler gets it, after validation. */
export type BodyOf<N extends EndpointName> = z.output<Part<N, 'body'>>
/** The body as a client may send it. */
export type RequestOf<N extends EndpointName> = z.input<Part<N, 'body'>>
/** The query as a client may send it: what has a default may be left out. */
export type AskedOf<N extends EndpointName> = {
  [K in keyof z.input<Part<N, 'query'>>]: K extends keyof QueryOf<N> ? QueryOf<N>[K] : never
}
/** The query, with its defaults. */
export type QueryOf<N extends EndpointName> = z.output<Part<N, 'query'>>
export type ParamsOf<N extends EndpointName> = z.output<Part<N, 'params'>>
/** What the endpoint answers. */
export type AnswerOf<N extends EndpointName> = (typeof endpoints)[N]['kind'] extends 'file'
  ? FileAnswer
  : z.output<Part<N, 'answer'>>
