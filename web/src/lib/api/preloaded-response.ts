/**
 * Response that the page requested before the app ran (web/pre-hydration.js).
 * The first screen's rows load in parallel with its code.
 */

interface PreloadedResponse {
  /** Absolute URL. */
  url: string
  /** Authorization header of the request. */
  as: string
  /** Undefined after a failure; the app then sends the request itself. */
  answer: Promise<Response | undefined>
}

declare global {
  var askedAhead: PreloadedResponse | undefined
}

/** Returns true while a preloaded response is ready or pending. */
export const isResponsePreloaded = (): boolean => globalThis.askedAhead !== undefined

/** Sends a call, or takes the preloaded response of the same call and session once. */
export async function fetchOrUsePreloaded(input: RequestInfo, init?: RequestInit): Promise<Response> {
  const asked = globalThis.askedAhead
  if (!asked || !(input instanceof Request) || !isSame(asked, input)) return fetch(input, init)
  globalThis.askedAhead = undefined
  return (await asked.answer) ?? fetch(input, init)
}

const isSame = ({ url, as }: PreloadedResponse, { method, url: wanted, headers }: Request): boolean =>
  method === 'GET' && url === wanted && headers.get('Authorization') === as
