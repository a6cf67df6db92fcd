/** The table of endpoints. Routes, role checks, the role matrix test, OpenAPI and the web's types come from it. */
import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { accounts } from './endpoints/accounts.ts'
import { admin } from './endpoints/admin.ts'
import { collections } from './endpoints/collections.ts'
import { fleet } from './endpoints/fleet.ts'
import { notifications } from './endpoints/notifications.ts'
import { reports } from './endpoints/reports.ts'
import { settings } from './endpoints/settings.ts'
import { sites } from './endpoints/sites.ts'
import { zones } from './endpoints/zones.ts'

export type { Endpoint } from './endpoint.ts'

export const endpoints = {
  ...accounts,
  ...reports,
  ...collections,
  ...notifications,
  ...fleet,
  ...sites,
  ...zones,
  ...settings,
  ...admin,
} satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
type Part<N extends EndpointName, K extends string> =
  (typeof endpoints)[N] extends Record<K, infer S extends z.ZodType> ? S : never

/** The body as a handler gets it, after validation. */
export type BodyOf<N extends EndpointName> = z.output<Part<N, 'body'>>
/** The body as a client may send it. */
export type RequestOf<N extends EndpointName> = z.input<Part<N, 'body'>>
/** The query, with its defaults. */
export type QueryOf<N extends EndpointName> = z.output<Part<N, 'query'>>
export type ParamsOf<N extends EndpointName> = z.output<Part<N, 'params'>>
export type AnswerOf<N extends EndpointName> = z.output<(typeof endpoints)[N]['answer']>
