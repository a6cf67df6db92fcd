/** Runs the mail suite on SMTP against a real SMTP server. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, it } from 'vitest'
import { parseMailMessage, testMail } from '../../tests/conformance/mail.ts'
import { reserveFreePort } from '../../tests/fixtures/free-ports.ts'
import { MailNotAccepted } from './mail.ts'
import { openSmtpMail } from './smtp.ts'

const FROM = 'WasteSense <no-reply@example.com>'
const arrived: string[] = []

/**
 * Starts a mail server on a free port.
 * With `refuse`, it answers recipients with 550 and the address, like real servers.
 */
async function startServer(refuse: boolean) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, callback) =>
      callback(refuse ? Object.assign(new Error(`unknown user ${address}`), { responseCode: 550 }) : null),
    async onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      arrived.push(Buffer.concat(chunks).toString('utf8'))
      callback()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise<void>((resolve) => server.close(resolve)) }
}

const [taking, refusing] = await Promise.all([startServer(false), startServer(true)])
const mail = openSmtpMail(taking.url, FROM)
afterAll(async () => {
  await mail.close()
  await Promise.all([taking.close(), refusing.close()])
})

for (const [backing, url] of [
  ['SMTP, and a server that refuses', refusing.url],
  ['SMTP, and no server', `smtp://127.0.0.1:${await reserveFreePort()}`],
] as const)
  testMail(backing, async () => ({
    mail,
    newest: async () => parseMailMessage(arrived.at(-1) ?? ''),
    count: async () => arrived.length,
    broken: async () => openSmtpMail(url, FROM),
  }))

it('reports an impossible server each time, and still closes', async () => {
  const nowhere = openSmtpMail('smtp://no such:port', FROM)
  const send = () => nowhere.send({ to: 'ama@example.com', subject: 's', text: 't', html: 'h' })
  for (let n = 0; n < 2; n++) await expect(send()).rejects.toThrow(MailNotAccepted)
  await nowhere.close()
})

it('lets one mail at a time try a server that does not answer', async () => {
  let connections = 0
  const silent = createServer(() => connections++).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const trying = openSmtpMail(`smtp://127.0.0.1:${port}`, FROM, 200)
  const send = () => trying.send({ to: 'ama@example.com', subject: 's', text: 't', html: 'h' })
  await expect(send()).rejects.toThrow(MailNotAccepted)
  const before = connections
  const sent = await Promise.allSettled(Array.from({ length: 8 }, send))
  const reasons = sent.map((one) => (one.status === 'rejected' ? String(one.reason) : 'sent'))
  expect(reasons.filter((reason) => reason.includes('did not answer the last mail'))).toHaveLength(7)
  expect(connections).toBe(before + 1)
  await trying.close()
  silent.close()
})
