/** Mail through a server over SMTP. */
import { checkAddress, type Mail, MailNotTaken } from './mail.ts'

/** A server that says nothing for so long is not there. */
const TIMEOUT_MS = 10_000

/** Connects when there is something to send; `url` is smtp://user:password@host:port, or smtps:// for TLS from the start. */
export function openSmtpMail(url: string, from: string): Mail {
  let transport: ReturnType<typeof transportTo> | undefined
  return {
    async send(message) {
      checkAddress(message)
      try {
        transport ??= transportTo(url).catch((error) => {
          // The next mail tries again.
          transport = undefined
          throw error
        })
        await (await transport).sendMail({ from, ...message })
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        throw new MailNotTaken([code, responseCode].filter(Boolean).join(' ') || 'the server gave no reason')
      }
    },
    forget: async () => {},
    close: async () => (await transport)?.close(),
  }
}

/** Loaded for the first mail: no board needs it. */
async function transportTo(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
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
}
