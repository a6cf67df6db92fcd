/**
 * Builds HTTP requests.
 * Only this file builds addresses from routes.
 */

import type { FetchArgs, FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react'
import type { AnswerOf, BodyInputOf, QueryInputOf, QueryOf } from '#contract/endpoints.ts'
import type { EndpointRoute } from '#contract/http/route.ts'
import { type EndpointName, endpointRoutes } from '#contract/routes.ts'
import { lookUp } from '#domain/dictionary.ts'

/**
 * Arguments of an API call: path fields, body, file and Idempotency-Key.
 * All other fields become query parameters.
 */
export interface CallArgs {
  key?: string
  body?: unknown
  file?: Blob
  [named: string]: unknown
}

/** Upload timeout in ms, enough for ten megabytes over a slow network. */
const UPLOAD_MS = 240_000

/**
 * Timeout of forecasts in ms.
 * It is long, because the forecast service may have to start first.
 */
const FORECAST_MS = 60_000

/** Returns the timeout for uploads and forecasts; an empty object for other calls. */
function timeoutOf({ path, upload }: EndpointRoute): { timeout?: number } {
  if (upload) return { timeout: UPLOAD_MS }
  return path.startsWith('/forecast/') ? { timeout: FORECAST_MS } : {}
}

/** Prefix of all API paths. */
export const API_PREFIX = '/api'

/** Returns a call's path and query: path fields filled in, others appended. */
function addressOf(name: EndpointName, named: Record<string, unknown>) {
  const rest = { ...named }
  const path = endpointRoutes[name].path.replace(/:(\w+)/g, (_, field: string) => {
    delete rest[field]
    return encodeURIComponent(String(lookUp(named, field)))
  })
  return { path, query: Object.keys(rest).length > 0 ? rest : undefined }
}

function formOf(field: string, defineFile: Blob, typed: unknown): FormData {
  const form = new FormData()
  // Appends fields before the file, because the server needs them first.
  for (const [name, value] of Object.entries(typed ?? {})) form.append(name, String(value))
  form.append(field, defineFile)
  return form
}

/** Returns the HTTP request for a call of the endpoint. */
export function requestOf(name: EndpointName, { key, body, file: defineFile, ...named }: CallArgs = {}) {
  const line: EndpointRoute = endpointRoutes[name]
  const sent = line.upload && defineFile ? formOf(line.upload, defineFile, body) : body
  const { path: url, query: params } = addressOf(name, named)
  const headers = key === undefined ? undefined : { 'Idempotency-Key': key }
  return {
    url,
    params,
    method: line.method.toUpperCase(),
    body: sent,
    headers,
    ...timeoutOf(line),
  }
}

/** Returns a call's URL, for code without the RTK Query api. */
export const urlOf = (name: EndpointName, named: Record<string, unknown> = {}): string =>
  API_PREFIX + addressOf(name, named).path

type Routes = typeof endpointRoutes
type NamesOf<L> = { [N in EndpointName]: Routes[N] extends L ? N : never }[EndpointName]
type Read = { method: 'get'; kind: 'json' }

/**
 * Names of the endpoints that read JSON.
 * Address, method and idempotency key come from `routes`, the fields from the endpoint's schemas.
 */
export type QueryName = NamesOf<Read>
type CommandName = Exclude<NamesOf<{ kind: 'json' }>, QueryName>
type FileName = NamesOf<{ kind: 'file' }>

type PathParams<N extends EndpointName> = Routes[N]['path'] extends `${string}/:id${string}` ? { id: string } : unknown
type QueryParams<N extends EndpointName> = [QueryOf<N>] extends [never] ? unknown : QueryInputOf<N>
type Body<N extends EndpointName> = [BodyInputOf<N>] extends [never] ? unknown : { body: BodyInputOf<N> }
type File<N extends EndpointName> = Routes[N] extends { upload: string } ? { file: Blob } : unknown
/**
 * Key argument of a command.
 * Commands that write events require one, equal for all retries.
 * Other calls with a body may have one.
 */
type Key<N extends EndpointName> =
  AnswerOf<N> extends { position: string }
    ? { key: string }
    : Body<N> & File<N> extends { body: unknown } | { file: unknown }
      ? { key?: string }
      : unknown
/** Turns an argument type without fields into void. */
// biome-ignore lint/suspicious/noConfusingVoidType: RTK Query types calls without an argument so
type ArgsOrVoid<T> = keyof T extends never ? void : T

type QueryArgs<N extends EndpointName> = ArgsOrVoid<PathParams<N> & QueryParams<N>>
type CommandArgs<N extends EndpointName> = ArgsOrVoid<PathParams<N> & Body<N> & File<N> & Key<N>>

/**
 * Endpoint definition for RTK Query.
 * `transformResponse` only sets the answer's type.
 */
interface Definition<A, R> {
  query: (args: A) => ReturnType<typeof requestOf>
  transformResponse?: (answer: R) => R
}

/** RTK Query cache tag of reads without another tag. */
type Tag = 'Read'

/**
 * Defines a read endpoint, as in `build.query(defineQuery('vehicles'))`.
 * Its argument contains the fields of the path and the query.
 */
export const defineQuery = <N extends QueryName>(
  name: N,
): Definition<QueryArgs<N>, AnswerOf<N>> & { providesTags: Tag[] } => ({
  providesTags: ['Read'],
  query: (args) => requestOf(name, args as CallArgs),
})

/**
 * Defines a command endpoint, as in `build.mutation(defineCommand('refuel'))`.
 * Its argument contains path fields, body and key.
 */
export const defineCommand = <N extends CommandName>(name: N): Definition<CommandArgs<N>, AnswerOf<N>> => ({
  query: (args) => requestOf(name, args as CallArgs),
})

// Loads files with the user's token; the browser then saves them.
// A plain link would expose the token to logs and browser histories.

/** A loaded file: its object URL and its name. */
export interface LoadedFile {
  url: string
  name: string
}

/** Download timeout in ms, enough for large files over a slow network. */
const TIMEOUT_MS = 120_000
/**
 * Validity of the object URL in ms.
 * Browsers read it after the click.
 */
const REVOKE_AFTER_MS = 60_000

const nameIn = (disposition: string | null | undefined) => /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1]

interface FileDefinition<A> {
  query: (args: A) => FetchArgs
  transformResponse: (content: Blob, meta: unknown) => LoadedFile
}

/**
 * Defines an endpoint that returns a file: `build.mutation(defineFile('tripsCsv'))`.
 * RTK Query runs it as a mutation, so the file loads only when the user requests it.
 * Pass the result to `downloadFile`.
 */
export const defineFile = <N extends FileName>(name: N): FileDefinition<QueryArgs<N>> => ({
  query: (args) => ({
    ...requestOf(name, args as CallArgs),
    timeout: TIMEOUT_MS,
    responseHandler: (response) => (response.ok ? response.blob() : response.json()),
  }),
  transformResponse(content, meta) {
    const headers = (meta as FetchBaseQueryMeta | undefined)?.response?.headers
    return { url: URL.createObjectURL(content), name: nameIn(headers?.get('Content-Disposition')) ?? name }
  },
})

/** Saves a file to the browser's downloads. */
export function downloadFile({ url, name }: LoadedFile): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}
