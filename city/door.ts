/** The doors of an installation as a city's file goes through them: the same endpoints, checks and deciders as a dispatcher's. */
import type { AnswerOf, EndpointName, RequestOf } from '#contract/endpoints.ts'
import { endpoints } from '#contract/endpoints.ts'

export interface Door {
  /** Throws an Error with the server's sentence when it is refused. */
  ask<N extends EndpointName>(name: N, of?: { id?: string; body?: RequestOf<N> }): Promise<AnswerOf<N>>
}

/** What was refused, as the server says it. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Waits so long where a limit says that it was too much at once. */
const LIMITED_MS = 2_000
const TRIES = 60
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** `url`: of a running installation; `token`: a dispatcher's. */
export function openDoor(url: string, token: string): Door {
  return {
    async ask(name, { id = '', body } = {}) {
      const { method, path } = endpoints[name]
      const key = crypto.randomUUID()
      for (let left = TRIES; ; left--) {
        const response = await fetch(`${url}/api${path.replace(':id', encodeURIComponent(id))}`, {
          method: method.toUpperCase(),
          headers: {
            Authorization: `Bearer ${token}`,
            ...(method === 'get' ? {} : { 'Idempotency-Key': key, 'Content-Type': 'application/json' }),
          },
          ...(method === 'get' ? {} : { body: JSON.stringify(body ?? {}) }),
        })
        const answer = (await response.json()) as { message?: string; errors?: Record<string, string> }
        if (response.ok) return answer as never
        const isPassing = response.status === 429 || response.status === 503
        if (isPassing && left > 0) await pause(Number(response.headers.get('Retry-After') ?? 0) * 1_000 || LIMITED_MS)
        else throw new Refused(response.status, sentenceOf(answer))
      }
    },
  }
}

function sentenceOf({
  message = 'It was refused.',
  errors = {},
}: {
  message?: string
  errors?: Record<string, string>
}) {
  const fields = Object.entries(errors).filter(([, text]) => text !== message)
  return fields.length > 0 ? `${message} (${fields.map(([field, text]) => `${field}: ${text}`).join('; ')})` : message
}

/** A session of a dispatcher at a running installation. */
export async function signInAt(url: string, employee_id: string, password: string, code?: string): Promise<string> {
  const response = await fetch(`${url}/api${endpoints.signIn.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ employee_id, password, code }),
  })
  const answer = (await response.json()) as { token?: string; message?: string }
  if (!answer.token) throw new Error(`${employee_id} could not sign in: ${answer.message}`)
  return answer.token
}
