/**
 * Sends API requests over HTTP connections that stay open.
 * Resolves with any HTTP status; rejects only if the connection breaks.
 */
import { Agent, request } from 'node:http'

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  token?: string
  /** Value of the Idempotency-Key header. */
  key?: string
  body?: object
  withinMs?: number
}

export interface Answer<T = Record<string, never>> {
  status: number
  body: T
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/**
 * Sends an HTTP call.
 * Rejects if no complete answer arrives.
 * It is then unknown whether a command succeeded.
 */
export function call<T>(url: string, { method, path, token, key, body, withinMs }: Call): Promise<Answer<T>> {
  const payload = body && JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api${path}`, {
      method,
      agent,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      },
    })
    if (withinMs) sent.setTimeout(withinMs, () => sent.destroy(new Error('aborted: no answer in time')))
    sent.on('error', reject)
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('error', reject)
      response.on('end', () => {
        if (!response.complete) return reject(new Error('half an answer'))
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text || '{}') as T })
      })
    })
    sent.end(payload)
  })
}
