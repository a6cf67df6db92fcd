/** What the page asked the server for before the app was there (web/early.js): a first screen's rows come along with its code. */

interface Asked {
  /** Whole, with its origin. */
  url: string
  /** The header that it was asked with. */
  as: string
  /** Undefined where no answer came: then it is asked for as ever. */
  answer: Promise<Response | undefined>
}

declare global {
  var askedAhead: Asked | undefined
}

/** Whether an answer is there to be taken, or on its way. */
export const isAskedAhead = (): boolean => globalThis.askedAhead !== undefined

/** Sends a call; one that the page has sent already, for the same session, is answered by that answer, once. */
export async function fetchOrTake(input: RequestInfo, init?: RequestInit): Promise<Response> {
  const asked = globalThis.askedAhead
  if (!asked || !(input instanceof Request) || !isSame(asked, input)) return fetch(input, init)
  globalThis.askedAhead = undefined
  return (await asked.answer) ?? fetch(input, init)
}

const isSame = ({ url, as }: Asked, { method, url: wanted, headers }: Request): boolean =>
  method === 'GET' && url === wanted && headers.get('Authorization') === as
