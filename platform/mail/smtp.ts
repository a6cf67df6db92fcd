/** Mail through a server over SMTP. */
import { createTransport } from 'nodemailer'
import { checkAddress, type Mail, MailNotTaken } from './mail.ts'

/** A server that says nothing for so long is not there. */
const TIMEOUT_MS = 10_000

/** Connects when there is something to send; `url` is smtp://user:password@host:port, or smtps:// for TLS from the start. */
export function openSmtpMail(url: string, from: string): Mail {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Mails here are text that we wrote: nothing in them may make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(message) {
      checkAddress(message)
      try {
        await transport.sendMail({ from, ...message })
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        throw new MailNotTaken([code, responseCode].filter(Boolean).join(' ') || 'the server gave no reason')
      }
    },
    forget: async () => {},
    close: async () => transport.close(),
  }
}
