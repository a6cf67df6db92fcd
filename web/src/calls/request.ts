/** How a call looks on the wire: the one place that makes an address out of an endpoint's line. */

import type { Line } from '#contract/door/line.ts'
import type { EndpointName } from '#contract/lines.ts'
import { lines } from '#contract/lines.ts'
import { lookUp } from '#rules/dictionary.ts'

/** What is sent with a call: what its path names, its body, its Idempotency-Key; the rest is its query. */
export interface Sent {
  key?: string
  body?: unknown
  /** Of an upload. */
  file?: Blob
  [named: string]: unknown
}

/** Ten megabytes over a slow network. */
const UPLOAD_MS = 240_000

/** The service of forecasts may have to wake up. */
const FORECAST_MS = 60_000

/** Returns how long an answer is waited for, where that is longer than usual. */
function patienceOf({ path, upload }: Line): { timeout?: number } {
  if (upload) return { timeout: UPLOAD_MS }
  return path.startsWith('/forecast/') ? { timeout: FORECAST_MS } : {}
}

/** Below the server's origin. */
export const API = '/api'

/** The address below `API`, with what the path names filled in, and what is left for the query. */
function addressOf(name: EndpointName, named: Record<string, unknown>) {
  const rest = { ...named }
  const path = lines[name].path.replace(/:(\w+)/g, (_, field: string) => {
    delete rest[field]
    return encodeURIComponent(String(lookUp(named, field)))
  })
  return { path, query: Object.keys(rest).length > 0 ? rest : undefined }
}

function formOf(field: string, file: Blob, typed: unknown): FormData {
  const form = new FormData()
  // What was typed comes first: the server knows it before the file has come.
  for (const [name, value] of Object.entries(typed ?? {})) form.append(name, String(value))
  form.append(field, file)
  return form
}

/** A call as the api sends it. */
export function requestOf(name: EndpointName, { key, body, file, ...named }: Sent = {}) {
  const line: Line = lines[name]
  const sent = line.upload && file ? formOf(line.upload, file, body) : body
  const { path: url, query: params } = addressOf(name, named)
  const headers = key === undefined ? undefined : { 'Idempotency-Key': key }
  return {
    url,
    params,
    method: line.method.toUpperCase(),
    body: sent,
    headers,
    ...patienceOf(line),
  }
}

/** The whole address of a call that goes out by itself. */
export const urlOf = (name: EndpointName, named: Record<string, unknown> = {}): string =>
  API + addressOf(name, named).path
