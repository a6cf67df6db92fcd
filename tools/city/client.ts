/**
 * Client of the tool for city files.
 * Calls the API as a dispatcher; the API validates the values.
 */
import type { AnswerOf, BodyInputOf, EndpointName } from '#contract/endpoints.ts'
import { endpoints } from '#contract/endpoints.ts'

export interface CityClient {
  /**
   * Calls an endpoint.
   * Throws the server's message if refused.
   */
  ask<N extends EndpointName>(name: N, of?: { id?: string; body?: BodyInputOf<N> }): Promise<AnswerOf<N>>
}

/**
 * Error of a rejected request.
 * Its message is the server's message.
 */
export class RequestRefused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Pause after an answer 429 (rate limit). */
const RATE_LIMIT_PAUSE_MS = 2_000
const MAX_TRIES = 60
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Creates a client for a running installation.
 * `token` is a dispatcher's.
 */
export function createCityClient(url: string, token: string): CityClient {
  return {
    async ask(name, { id = '', body } = {}) {
      const { method, path } = endpoints[name]
      const key = crypto.randomUUID()
      for (let triesLeft = MAX_TRIES; ; triesLeft--) {
        const response = await fetch(`${url}/api${path.replace(':id', encodeURIComponent(id))}`, {
          method: method.toUpperCase(),
          headers: {
            Authorization: `Bearer ${token}`,
            ...(method === 'get' ? {} : { 'Idempotency-Key': key, 'Content-Type': 'application/json' }),
          },
          ...(method === 'get' ? {} : { body: JSON.stringify(body ?? {}) }),
        })
        if (response.ok) return (await response.json()) as AnswerOf<typeof name>
        const problem: Problem = await response.json()
        const isPassing = response.status === 429 || response.status === 503
        if (isPassing && triesLeft > 0)
          await pause(Number(response.headers.get('Retry-After') ?? 0) * 1_000 || RATE_LIMIT_PAUSE_MS)
        else throw new RequestRefused(response.status, messageOf(problem))
      }
    },
  }
}

interface Problem {
  message?: string
  errors?: Record<string, string>
}

function messageOf({ message = 'It was refused.', errors = {} }: Problem) {
  const fields = Object.entries(errors).filter(([, text]) => text !== message)
  return fields.length > 0 ? `${message} (${fields.map(([field, text]) => `${field}: ${text}`).join('; ')})` : message
}

/** Returns the token of a new dispatcher session. */
export async function signInRemote(url: string, employee_id: string, password: string, code?: string): Promise<string> {
  const response = await fetch(`${url}/api${endpoints.signIn.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ employee_id, password, code }),
  })
  const answer = (await response.json()) as { token?: string; message?: string }
  if (!answer.token) throw new Error(`${employee_id} could not sign in: ${answer.message}`)
  return answer.token
}
