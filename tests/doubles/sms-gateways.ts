/** SMS service doubles on loopback, with published answers and errors. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { SmsGatewayName } from '../../platform/sms/http-gateways.ts'
import type { ReceivedSms } from '../conformance/sms.ts'

export const SMS_ACCOUNT = { key: 'the key', user: 'wastesense', sender: 'WasteSense' }

interface Answer {
  status: number
  body: string | Buffer
  isPacked?: true
}

/** Compressed answer that has 64 MiB when it is unpacked. */
const BOMB: Answer = {
  ...{ status: 201, isPacked: true },
  body: gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '), { level: 9 }),
}

/** Documented errors of each SMS gateway, by a name for the fault. */
export const SMS_FAULTS: Record<SmsGatewayName, Record<string, Answer>> = {
  arkesel: {
    'a wrong key': { status: 401, body: '{"status":"error","message":"Authentication Failed"}' },
    'no balance': { status: 402, body: '{"status":"error","message":"Insufficient balance"}' },
    'a wrong number': { status: 422, body: '{"status":"error","message":"Validation Errors: 233244123456"}' },
    'an error in a success': { status: 200, body: '{"status":"error","message":"Invalid sender"}' },
    'no JSON': { status: 200, body: '<html>' },
    'too large an answer': BOMB,
    'a broken server': { status: 500, body: '{"status":"error"}' },
    'no answer': { status: 0, body: '' },
  },
  hubtel: {
    'a wrong key': { status: 401, body: '' },
    'no balance': { status: 200, body: '{"status":4,"statusDescription":"insufficient balance","rate":0}' },
    'a wrong number': { status: 400, body: '{"status":3,"statusDescription":"invalid destination 233244123456"}' },
    'a broken server': { status: 503, body: '' },
    'too large an answer': BOMB,
    'no answer': { status: 0, body: '' },
  },
  africastalking: {
    'a wrong key': { status: 401, body: 'The supplied authentication is invalid' },
    'no balance': {
      status: 201,
      body: '{"SMSMessageData":{"Message":"Sent to 0/1","Recipients":[{"statusCode":405,"number":"+233244123456","status":"InsufficientBalance","messageId":"None"}]}}',
    },
    'a wrong number': {
      status: 201,
      body: '{"SMSMessageData":{"Message":"Sent to 0/1","Recipients":[{"statusCode":403,"number":"+233244123456","status":"InvalidPhoneNumber","messageId":"None"}]}}',
    },
    'no answer': { status: 0, body: '' },
    'too large an answer': BOMB,
    'a wrong sender': { status: 201, body: '{"SMSMessageData":{"Message":"InvalidSenderId","Recipients":[]}}' },
  },
}

/** Faults after which the sender can't know whether the SMS service accepted the message. */
export const UNKNOWN_OUTCOME_FAULTS = ['no JSON', 'a broken server', 'no answer', 'too large an answer']

interface Accepting {
  path: string
  admits(headers: NodeJS.Dict<string | string[]>): boolean
  read(body: string): ReceivedSms
  answer(nth: number): Answer
}

const basic = `Basic ${Buffer.from(`${SMS_ACCOUNT.user}:${SMS_ACCOUNT.key}`).toString('base64')}`

const ACCEPTING: Record<SmsGatewayName, Accepting> = {
  arkesel: {
    path: '/api/v2/sms/send',
    admits: (headers) => headers['api-key'] === SMS_ACCOUNT.key,
    read(body) {
      const { sender, message, recipients } = JSON.parse(body)
      return { from: sender, to: `+${recipients.join()}`, text: message }
    },
    answer: (nth) => ({
      status: 200,
      body: JSON.stringify({ status: 'success', data: [{ recipient: '233244123456', id: `a-${nth}` }] }),
    }),
  },
  hubtel: {
    path: '/v1/messages/send',
    admits: (headers) => headers.authorization === basic,
    read(body) {
      const { From, To, Content } = JSON.parse(body)
      return { from: From, to: `+${To}`, text: Content }
    },
    answer: (nth) => ({
      status: 201,
      body: JSON.stringify({
        ...{ rate: 0.03, messageId: `h-${nth}`, status: 0, networkId: '62001' },
        ...{ clientReference: null, statusDescription: 'request submitted successfully' },
      }),
    }),
  },
  africastalking: {
    path: '/version1/messaging',
    admits: (headers) => headers.apikey === SMS_ACCOUNT.key,
    read(body) {
      const form = new URLSearchParams(body)
      if (form.get('username') !== SMS_ACCOUNT.user) throw new Error('unknown user')
      return { from: form.get('from') ?? '', to: form.get('to') ?? '', text: form.get('message') ?? '' }
    },
    answer: (nth) => ({
      status: 201,
      body: JSON.stringify({
        SMSMessageData: {
          Message: 'Sent to 1/1 Total Cost: GHS 0.0300',
          Recipients: [
            { statusCode: 101, number: '+233244123456', status: 'Success', cost: 'GHS 0.0300', messageId: `t-${nth}` },
          ],
        },
      }),
    }),
  },
}

/**
 * Starts a test double of an SMS service.
 * With `fault`, the double answers every request with this fault.
 */
export async function startSmsDouble(name: SmsGatewayName, fault?: string) {
  const { path, admits, read, answer } = ACCEPTING[name]
  const received: ReceivedSms[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const asked = request.method === 'POST' && request.url === path && admits(request.headers)
    const wrong = fault === undefined ? undefined : SMS_FAULTS[name][fault]
    const refused = wrong ?? (asked ? undefined : { status: 404, body: 'not found' })
    if (!refused) received.push(read(Buffer.concat(chunks).toString('utf8')))
    const { status, body, isPacked }: Answer = refused ?? answer(received.length)
    // If the status is 0, the test server receives the message and then cuts the connection.
    if (status === 0) return void response.destroy()
    response
      .writeHead(status, { 'Content-Type': 'application/json', ...(isPacked && { 'Content-Encoding': 'gzip' }) })
      .end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
