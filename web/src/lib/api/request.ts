/** HTTP requests of calls: the only file that builds an address from an endpoint's route. */

import type { EndpointRoute } from '#contract/http/route.ts'
import type { EndpointName } from '#contract/routes.ts'
import { routes } from '#contract/routes.ts'
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
