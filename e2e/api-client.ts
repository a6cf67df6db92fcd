/** A caller of the API as tests need it: raw bodies, any token, and the whole answer. */
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import type { RunningApp } from './running.ts'

export interface Reply {
  status: number
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  body: any
  text: string
}

export interface CallOptions {
  token?: string
  /** An object is sent as JSON, a text as it is. */
  body?: object | string
  key?: string
  id?: string
  headers?: Record<string, string>
}

/** Calls an endpoint of the contract. */
export function call(app: RunningApp, name: EndpointName, options: CallOptions = {}): Promise<Reply> {
  const { method, path } = endpoints[name]
  return send(app, method, `/api${path.replace(':id', options.id ?? 'none')}`, options)
}

/** Sends anything anywhere. */
export async function send(
  app: RunningApp,
  method: string,
  path: string,
  { token, body, key, headers }: CallOptions = {},
): Promise<Reply> {
  const response = await fetch(app.url + path, {
    method: method.toUpperCase(),
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'Idempotency-Key': key } : {}),
      ...headers,
    },
    body: typeof body === 'object' ? JSON.stringify(body) : body,
  })
  const text = await response.text()
  const type = response.headers.get('Content-Type') ?? ''
  return { status: response.status, type, text, body: type.includes('json') ? JSON.parse(text) : undefined }
}

let people = 0

/** A new resident with a token; the name is unique. */
export async function signUp(app: RunningApp, zone = 'Ablekuma North') {
  const name = `Person ${++people}`
  const email = `person.${people}.${Date.now()}@example.com`
  const password = 'a good password'
  const reply = await call(app, 'signUp', { body: { name, email, password, zone } })
  if (reply.status !== 201) throw new Error(reply.text)
  return { name, email, password, token: reply.body.token as string, id: reply.body.user.id as string }
}

/** The token of a seeded account. */
export async function signIn(app: RunningApp, identifier: string, password = app.password): Promise<string> {
  const reply = await call(app, 'signIn', { body: { employee_id: identifier, password } })
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.body.token
}
