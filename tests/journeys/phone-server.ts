/** Server fixture for phone calls: real routes, adjustable clock and gateways. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCommandApi } from '#command-api/app.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import type { EventType } from '#contract/events.ts'
import { PHONE_GATEWAYS, type PhoneGateway } from '#contract/phone/gateways.ts'
import { closeServer, createHttpServer, listenOnPort } from '#platform/http/server.ts'
import { openMailOutbox } from '#platform/mail/outbox.ts'
import { createDemoPhones } from '#platform/phone/demo-phones.ts'
import type { UssdSessionStore } from '#platform/phone/sessions.ts'
import { openSmsOutbox } from '#platform/sms/outbox.ts'
import { mountReadRoutes } from '#projections/app.ts'
import { createPersonDirectory } from '#projections/queries/people.ts'
import { createPolicies } from '#workers/app.ts'
import { openInProcessKernel, registerAccounts, waitUntilCaughtUp } from '../bench/fixtures.ts'
import { readAllEvents, readEventsOfType } from './log-events.ts'

export interface UssdAnswer {
  status: number
  /** The raw body of the answer. */
  text: string
  message: string
  continues: boolean
}

/** Request format and answer format of one gateway. */
interface WireOfGateway {
  endpoint: EndpointName
  type: string
  /**
   * Returns the callback's body.
   * `inputs` are all inputs of the USSD session so far.
   */
  body(session: string, number: string, inputs: readonly string[]): string
  read(text: string): Pick<UssdAnswer, 'message' | 'continues'>
}

const CODE = '*928*01#'
const json = (fields: object) => JSON.stringify(fields)

/** Callback formats as published by the gateways. */
export const GATEWAY_CALLBACKS: Record<PhoneGateway, WireOfGateway> = {
  arkesel: {
    endpoint: 'ussdArkesel',
    type: 'application/json',
    body: (sessionID, number, inputs) =>
      json({
        sessionID,
        userID: 'USSD_ID',
        newSession: inputs.length === 0,
        msisdn: number.replace('+', ''),
        userData: inputs.at(-1) ?? CODE,
        network: 'MTN',
      }),
    read(text) {
      const { message, continueSession: continues } = JSON.parse(text)
      return { message, continues }
    },
  },
  hubtel: {
    endpoint: 'ussdHubtel',
    type: 'application/json',
    body: (SessionId, number, inputs) =>
      json({
        Mobile: number.replace('+', ''),
        SessionId,
        ServiceCode: '928*01',
        Type: inputs.length === 0 ? 'Initiation' : 'Response',
        Message: inputs.at(-1) ?? CODE,
        Operator: 'vodafone',
        Sequence: inputs.length + 1,
        ClientState: '',
      }),
    read(text) {
      const { Message: message, Type } = JSON.parse(text)
      return { message, continues: Type === 'response' }
    },
  },
  nalo: {
    endpoint: 'ussdNalo',
    type: 'application/json',
    body: (SESSIONID, number, inputs) =>
      json({
        USERID: 'NALOTest',
        MSISDN: number.replace('+', ''),
        USERDATA: inputs.at(-1) ?? CODE,
        MSGTYPE: inputs.length === 0,
        NETWORK: 'MTN',
        SESSIONID,
      }),
    read(text) {
      const { MSG: message, MSGTYPE: continues } = JSON.parse(text)
      return { message, continues }
    },
  },
  africastalking: {
    endpoint: 'ussdAfricasTalking',
    type: 'application/x-www-form-urlencoded',
    body: (sessionId, phoneNumber, inputs) =>
      new URLSearchParams({
        sessionId,
        phoneNumber,
        networkCode: '62001',
        serviceCode: CODE,
        text: inputs.join('*'),
      }).toString(),
    read: (text) => ({ message: text.slice(4), continues: text.startsWith('CON ') }),
  },
}

/**
 * Opens a server for USSD and SMS tests, with a secret per gateway.
 * With `sessions`, opens one server per session store on the same data.
 * Gateway callbacks then alternate between these servers.
 */
export async function openPhoneServer({ sessions = [] }: { sessions?: readonly UssdSessionStore[] } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  const here = await openInProcessKernel(folder)
  let ahead = 0
  const lines: unknown[] = []
  const note = (...line: unknown[]) => void lines.push(line)
  const kernel: Kernel = {
    ...here.kernel,
    clock: () => new Date(Date.now() + ahead),
    log: { ...here.kernel.log, debug: note, info: note, warn: note, error: note } as unknown as Kernel['log'],
  }
  const mail = openMailOutbox(path.join(folder, 'outbox'), 'WasteSense <no-reply@example.com>')
  const push = { publicKey: '', mayReach: () => false, send: async () => 'gone' as const }
  const demoPhones = createDemoPhones(kernel.clock)
  const sms = demoPhones.arriving(openSmsOutbox(path.join(folder, 'outbox'), 'WasteSense'), { isOutbox: true })
  kernel.sms = sms
  const outside = { mail, push, sms, demoPhones, publicUrl: 'http://app' }
  const api = createCommandApi(kernel, outside)
  const reading = { ...kernel, runner: here.runner, phoneSettings: { textsPerDay: 1_000 } }
  const open = (commands: Pick<typeof api, 'mount'>) =>
    createHttpServer({
      log: kernel.log,
      health: () => ({ status: 'ok', version: '', position: '0', lag: {} }),
      mount(app) {
        commands.mount(app)
        mountReadRoutes(app, reading as unknown as Parameters<typeof mountReadRoutes>[1], kernel.keys.fingerprints)
      },
    })
  const apis = sessions.map((phoneSessions) => createCommandApi({ ...kernel, phoneSessions }, outside))
  const servers = (apis.length > 0 ? apis : [api]).map(open)
  const urls: string[] = []
  for (const server of servers) urls.push(`http://127.0.0.1:${await listenOnPort(server, 0, '127.0.0.1')}`)
  const [url = ''] = urls
  let callbacks = 0
  const [admin] = await registerAccounts(kernel, 'admin', 1)
  const secrets = new Map<PhoneGateway, string>()

  /** Calls an endpoint with or without a session. */
  async function call(name: EndpointName, { token = '', id = '', body = {} as object, key = '', query = '' } = {}) {
    const { method, path: below } = endpoints[name]
    const response = await fetch(`${url}/api${below.replace(':id', encodeURIComponent(id))}${query}`, {
      method: method.toUpperCase(),
      headers: {
        'Content-Type': 'application/json',
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(key && { 'Idempotency-Key': key }),
      },
      ...(method !== 'get' && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    // biome-ignore lint/suspicious/noExplicitAny: any JSON the server returned
    return { status: response.status, text, body: (text.startsWith('{') ? JSON.parse(text) : undefined) as any }
  }

  async function post(gateway: PhoneGateway, body: string, secret = secrets.get(gateway) ?? ''): Promise<Response> {
    const { endpoint, type } = GATEWAY_CALLBACKS[gateway]
    const next = urls[callbacks++ % urls.length]
    const address = `${next}/api${endpoints[endpoint].path.replace(':id', encodeURIComponent(secret))}`
    return fetch(address, { method: 'POST', headers: { 'Content-Type': type }, body })
  }

  /**
   * Sends one USSD callback with all inputs of the session so far.
   * Returns the server's answer.
   */
  async function dial(
    gateway: PhoneGateway,
    session: string,
    number: string,
    inputs: readonly string[],
  ): Promise<UssdAnswer> {
    const { body, read } = GATEWAY_CALLBACKS[gateway]
    const response = await post(gateway, body(session, number, inputs))
    const text = await response.text()
    return { status: response.status, text, ...read(text) }
  }

  for (const gateway of PHONE_GATEWAYS) {
    const made = await call('createGatewaySecret', { token: admin?.token ?? '', id: gateway })
    secrets.set(gateway, made.body.secret)
  }

  return {
    folder,
    url,
    kernel,
    sms,
    api,
    adminToken: admin?.token ?? '',
    people: createPersonDirectory(reading),
    /** Lines of the server's log. */
    lines,
    secretOf: (gateway: PhoneGateway) => secrets.get(gateway) ?? '',
    call,
    post,
    dial,
    /**
     * Sends an empty callback, then each input.
     * Returns the last answer.
     */
    async session(
      gateway: PhoneGateway,
      session: string,
      number: string,
      inputs: readonly string[],
    ): Promise<UssdAnswer> {
      let answer = await dial(gateway, session, number, [])
      for (let count = 1; count <= inputs.length; count++)
        answer = await dial(gateway, session, number, inputs.slice(0, count))
      return answer
    },
    /** Posts a form of Africa's Talking; returns status and text. */
    async form(name: EndpointName, body: string, secret = secrets.get('africastalking') ?? '') {
      const address = `${url}/api${endpoints[name].path.replace(':id', secret)}`
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const response = await fetch(address, { method: 'POST', headers, body })
      return [response.status, await response.text()] as const
    },
    later(ms: number) {
      ahead += ms
    },
    caughtUp: () => waitUntilCaughtUp(here),
    /** SMS in the outbox, oldest first. */
    texts: (): { to: string; text: string }[] =>
      readdirSync(path.join(folder, 'outbox'))
        .filter((name) => name.endsWith('.sms'))
        .sort()
        .map((name) => JSON.parse(readFileSync(path.join(folder, 'outbox', name), 'utf8'))),
    /** Runs all command jobs, as the workers do, except delayed ones. */
    async runJobs() {
      const done = new Set<string>()
      for (;;) {
        const policies = createPolicies(kernel.clock)
        for (const event of await readAllEvents(kernel))
          for (const policy of Object.values(policies)) policy.evolve(event)
        const jobs = Object.values(policies)
          .flatMap((policy) => policy.outstanding())
          .filter(({ id, job, notBefore }) => job === 'send-command' && notBefore === undefined && !done.has(id))
        if (jobs.length === 0) return
        for (const { id, data } of jobs) {
          done.add(id)
          await waitUntilCaughtUp(here)
          await api.send(`job/${id}`, data as Parameters<typeof api.send>[1])
        }
      }
    },
    events: <T extends EventType>(type: T) => readEventsOfType(kernel, type),
    allEvents: () => readAllEvents(kernel),
    async close() {
      for (const server of servers) await closeServer(server, 0)
      await mail.close()
      await here.close()
      rmSync(folder, { recursive: true })
    },
  }
}
