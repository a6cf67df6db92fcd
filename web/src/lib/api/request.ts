/** HTTP requests of calls: the only file that builds an address from an endpoint's route. */

import type { FetchArgs, FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react'
import type { AnswerOf, QueryInputOf, QueryOf, RequestOf } from '#contract/endpoints.ts'
import type { EndpointRoute } from '#contract/http/route.ts'
import { type EndpointName, routes } from '#contract/routes.ts'
import { lookUp } from '#domain/dictionary.ts'

/** Arguments of a call: path fields, body and Idempotency-Key; the rest is its query. */
export interface CallArgs {
  key?: string
  body?: unknown
  file?: Blob
  [named: string]: unknown
}

/** Enough for ten megabytes over a slow network. */
const UPLOAD_MS = 240_000

/** The forecast service may need to start first. */
const FORECAST_MS = 60_000

/** Returns the timeout of calls that take longer than usual. */
function timeoutOf({ path, upload }: EndpointRoute): { timeout?: number } {
  if (upload) return { timeout: UPLOAD_MS }
  return path.startsWith('/forecast/') ? { timeout: FORECAST_MS } : {}
}

/** Path prefix of the server's API. */
export const API = '/api'

/** Returns the path below `API` with its fields filled in, and the rest as query. */
function addressOf(name: EndpointName, named: Record<string, unknown>) {
  const rest = { ...named }
  const path = routes[name].path.replace(/:(\w+)/g, (_, field: string) => {
    delete rest[field]
    return encodeURIComponent(String(lookUp(named, field)))
  })
  return { path, query: Object.keys(rest).length > 0 ? rest : undefined }
}

function formOf(field: string, file: Blob, typed: unknown): FormData {
  const form = new FormData()
  // Fields precede the file, so that the server knows them before it reads the file.
  for (const [name, value] of Object.entries(typed ?? {})) form.append(name, String(value))
  form.append(field, file)
  return form
}

/** Returns the request of a call. */
export function requestOf(name: EndpointName, { key, body, file, ...named }: CallArgs = {}) {
  const line: EndpointRoute = routes[name]
  const sent = line.upload && file ? formOf(line.upload, file, body) : body
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

/** Returns the path of a call that does not use the api. */
export const urlOf = (name: EndpointName, named: Record<string, unknown> = {}): string =>
  API + addressOf(name, named).path

type Routes = typeof routes
type NamesOf<L> = { [N in EndpointName]: Routes[N] extends L ? N : never }[EndpointName]
type Read = { method: 'get'; kind: 'json' }

/**
 * Calls by endpoint name.
 * Address, method and key come from the endpoint's route, the types from its schemas.
 */
export type QueryName = NamesOf<Read>
type CommandName = Exclude<NamesOf<{ kind: 'json' }>, QueryName>
type FileName = NamesOf<{ kind: 'file' }>

type PathParams<N extends EndpointName> = Routes[N]['path'] extends `${string}/:id${string}` ? { id: string } : unknown
type QueryParams<N extends EndpointName> = [QueryOf<N>] extends [never] ? unknown : QueryInputOf<N>
type Body<N extends EndpointName> = [RequestOf<N>] extends [never] ? unknown : { body: RequestOf<N> }
type File<N extends EndpointName> = Routes[N] extends { upload: string } ? { file: Blob } : unknown
/**
 * A command that writes events requires a key, the same for every retry.
 * Other calls with a body may have one.
 */
type Key<N extends EndpointName> =
  AnswerOf<N> extends { position: string }
    ? { key: string }
    : Body<N> & File<N> extends { body: unknown } | { file: unknown }
      ? { key?: string }
      : unknown
/** Turns an empty argument type into void. */
// biome-ignore lint/suspicious/noConfusingVoidType: RTK Query types calls without an argument so
type ArgsOrVoid<T> = keyof T extends never ? void : T

type QueryArgs<N extends EndpointName> = ArgsOrVoid<PathParams<N> & QueryParams<N>>
type CommandArgs<N extends EndpointName> = ArgsOrVoid<PathParams<N> & Body<N> & File<N> & Key<N>>

/** Definition for RTK Query; `transformResponse` only carries its type. */
interface Definition<A, R> {
  query: (args: A) => ReturnType<typeof requestOf>
  transformResponse?: (answer: R) => R
}

/** Tag of every read that has no tag of its own. */
type Tag = 'Read'

/**
 * Defines a read: `build.query(query('vehicles'))`.
 * Its argument has the path's fields and the query's fields.
 */
export const query = <N extends QueryName>(
  name: N,
): Definition<QueryArgs<N>, AnswerOf<N>> & { providesTags: Tag[] } => ({
  providesTags: ['Read'],
  query: (args) => requestOf(name, args as CallArgs),
})

/**
 * Defines a command: `build.mutation(command('refuel'))`.
 * Its argument has the path's fields, the body and the key.
 */
export const command = <N extends CommandName>(name: N): Definition<CommandArgs<N>, AnswerOf<N>> => ({
  query: (args) => requestOf(name, args as CallArgs),
})

// Files from the server: fetched with the user's token and saved by the browser.
// A plain link would need the token in its address, which logs and histories store.

/** A loaded file: its URL in this page and its name. */
export interface LoadedFile {
  url: string
  name: string
}

/** Enough for a large file over a slow network. */
const TIMEOUT_MS = 120_000
/** Browsers read the URL some time after the click. */
const REVOKE_AFTER_MS = 60_000

const nameIn = (disposition: string | null | undefined) => /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1]

interface FileDefinition<A> {
  query: (args: A) => FetchArgs
  transformResponse: (content: Blob, meta: unknown) => LoadedFile
}

/**
 * Defines a file: `build.mutation(file('tripsCsv'))`.
 * A mutation, because the file loads only on request.
 * Its result goes to `saveFile`.
 */
export const file = <N extends FileName>(name: N): FileDefinition<QueryArgs<N>> => ({
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
export function saveFile({ url, name }: LoadedFile): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}
