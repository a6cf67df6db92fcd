/** Sends mail through an SMTP server. */
import { checkMailAddress, MailNotAccepted, type MailSender } from './mail.ts'

/** Time limit for the mail server's answers, in ms. */
const TIMEOUT_MS = 10_000

/**
 * Opens SMTP mail, which connects on the first message.
 * `url` is smtp://user:password@host:port, or smtps:// for TLS.
 */
export function openSmtpMail(url: string, from: string): MailSender {
  let transport: ReturnType<typeof transportTo> | undefined
  return {
    async send(message) {
      checkMailAddress(message)
      try {
        transport ??= transportTo(url).catch((error) => {
          // Resets the transport, so that the next mail connects again.
          transport = undefined
          throw error
        })
        await (await transport).sendMail({ from, ...message })
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        throw new MailNotAccepted([code, responseCode].filter(Boolean).join(' ') || 'the server gave no reason')
      }
    },
    forget: async () => {},
    close: async () => (await transport)?.close(),
  }
}

/** Loads the library with the first mail, which keeps the start fast. */
async function transportTo(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Mails have only our text, so the library must never read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
