/** Test API client: sends any body and token, returns the complete reply. */
import { expect } from 'vitest'
import { DEMO_ACCOUNTS } from '#contract/demo/demo.ts'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { Problem } from '#contract/http/problems.ts'
import { ROLES, type Role } from '#domain/city.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { POLL_TIMEOUT_MS } from '#tests/fixtures/poll-limits.ts'
import type { RunningApp } from './running-app.ts'

export interface Reply {
  status: number
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read replies of every shape
  body: any
  text: string
}

/** Identifiers of the seeded accounts, one per role. */
export const SEEDED_IDENTIFIERS = Object.fromEntries(ROLES.map((role) => [role, seededOf(role)])) as Record<
  Role,
  string
>

function seededOf(role: Role): string {
  const account = DEMO_ACCOUNTS.find((seeded) => seeded.role === role)
  if (!account) throw new Error(`The demo has no account of the role ${role}`)
  return account.identifier
}

/**
 * Expects a problem document with this status and no server internals.
 * It must contain a message.
 */
export function expectProblem({ status, type, body, text }: Reply, expected: number): void {
  expect(status, text).toBe(expected)
  expect(type).toContain('application/problem+json')
  expect(Problem.parse(body)).toMatchObject({ status: expected, message: expect.stringMatching(/\S/) })
  expect(text).not.toMatch(/\bat \S+ \(|node_modules|\.ts:\d|SQLITE|Error:/)
}

export interface CallOptions {
  token?: string
  /**
   * Body of the request.
   * Objects are sent as JSON, strings unchanged.
   */
  body?: object | string
  key?: string
  id?: string
  /** Query of the request: the text after the question mark. */
  query?: string
  headers?: Record<string, string>
}

/** Calls an endpoint of the contract. */
export function call(app: RunningApp, name: EndpointName, options: CallOptions = {}): Promise<Reply> {
  const { method, path } = endpoints[name]
  const query = options.query ? `?${options.query}` : ''
  return sendRequest(app, method, `/api${path.replace(':id', options.id ?? 'none')}${query}`, options)
}

/** Message of a 503 while the history is behind the log. */
const INDEXING = /being indexed/

/**
 * Sends any HTTP request to the tested server.
 * Repeats a read while the server still indexes its history.
 */
export async function sendRequest(
  app: RunningApp,
  method: string,
  path: string,
  { token, body, key, headers }: CallOptions = {},
): Promise<Reply> {
  const request = {
    method: method.toUpperCase(),
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'Idempotency-Key': key } : {}),
      ...headers,
    },
    body: typeof body === 'object' ? JSON.stringify(body) : body,
  }
  const deadline = Date.now() + POLL_TIMEOUT_MS
  for (;;) {
    const response = await fetch(app.url + path, request)
    const text = await response.text()
    const isIndexing = request.method === 'GET' && response.status === 503 && INDEXING.test(text)
    if (isIndexing && Date.now() < deadline) continue
    const type = response.headers.get('Content-Type') ?? ''
    return { status: response.status, type, text, body: /[/+]json\b/.test(type) ? JSON.parse(text) : undefined }
  }
}

export const sendPicture = (app: RunningApp, token: string, picture: Uint8Array, key?: string): Promise<Reply> =>
  sendForm(app, 'uploadPicture', { token, picture, key })

interface FormOptions {
  token: string
  picture: Uint8Array
  key?: string | undefined
  /** Values of the form's text fields, by field name. */
  fields?: Record<string, string>
  /** Name of the form's file field. */
  field?: string
}

/** Calls a form endpoint with a picture. */
export async function sendForm(
  app: RunningApp,
  name: EndpointName,
  { token, picture, key, fields = {}, field = 'file' }: FormOptions,
): Promise<Reply> {
  const form = new FormData()
  for (const [typed, value] of Object.entries(fields)) form.append(typed, value)
  form.append(field, new Blob([picture as Uint8Array<ArrayBuffer>]), 'photo.jpg')
  const headers = { Authorization: `Bearer ${token}`, ...(key ? { 'Idempotency-Key': key } : {}) }
  const response = await fetch(`${app.url}/api${endpoints[name].path}`, { method: 'POST', headers, body: form })
  const text = await response.text()
  return { status: response.status, type: response.headers.get('Content-Type') ?? '', text, body: JSON.parse(text) }
}

/**
 * Sends a photo for analysis.
 * Repeats the request after status 504, which a busy server returns before the analysis ends.
 */
export async function analyse(
  app: RunningApp,
  name: 'detectImage' | 'detectLlm',
  options: FormOptions,
): Promise<Reply> {
  for (;;) {
    const reply = await sendForm(app, name, options)
    if (reply.status !== 504) return reply
  }
}

let people = 0

/**
 * Signs up a unique resident.
 * Returns token and id.
 */
export async function signUp(app: RunningApp, zone = 'Ablekuma North') {
  const name = `Person ${++people}`
  const email = `person.${people}.${Date.now()}@example.com`
  const password = 'a good password'
  const reply = await call(app, 'signUp', { body: { name, email, password, zone } })
  if (reply.status !== 201) throw new Error(reply.text)
  return { name, email, password, token: reply.body.token as string, id: reply.body.user.id as string }
}

/** Signs in to a seeded account and returns the session's token. */
export async function signIn(app: RunningApp, identifier: string, password = app.password): Promise<string> {
  const reply = await call(app, 'signIn', { body: { employee_id: identifier, password } })
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.body.token
}

/**
 * Waits until the audit history is indexed.
 * Returns the events that an auditor reads, newest first.
 */
export const readAuditEvents = (app: RunningApp, token: string, query: string) =>
  eventually(async () => {
    const { status, body } = await call(app, 'auditEvents', { token, query })
    expect([status, body.preparing]).toEqual([200, undefined])
    return body.events
  })

/** Waits until no job is due or running. */
export async function waitForJobs(app: RunningApp): Promise<void> {
  const token = await signIn(app, SEEDED_IDENTIFIERS.admin)
  await eventually(async () => {
    const { body } = await call(app, 'operations', { token })
    expect(body.queue).toMatchObject({ waiting: 0, active: 0 })
  })
}
