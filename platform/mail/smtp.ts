/** Sends mail through an SMTP server. */
import { checkMailAddress, MailNotAccepted, type MailSender } from './mail.ts'

/** Time limit for the mail server's answers, in ms. */
const TIMEOUT_MS = 10_000

/**
 * Opens SMTP mail, which connects on the first message.
 * `url` is smtp://user:password@host:port, or smtps:// for TLS.
 */
export function openSmtpMail(url: string, from: string, timeoutMs = TIMEOUT_MS): MailSender {
  let transport: ReturnType<typeof transportTo> | undefined
  let running = 0
  /** Whether the server did not answer the last mail. */
  let isSilent = false
  return {
    async send(message) {
      checkMailAddress(message)
      // One mail at a time tries a silent server.
      // Otherwise mails would take all places of the job queue.
      if (isSilent && running > 0) throw new MailNotAccepted('the server did not answer the last mail')
      running++
      try {
        transport ??= transportTo(url, timeoutMs).catch((error) => {
          // Resets the transport, so that the next mail connects again.
          transport = undefined
          throw error
        })
        await (await transport).sendMail({ from, ...message })
        isSilent = false
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        isSilent = responseCode === undefined
        throw new MailNotAccepted([code, responseCode].filter(Boolean).join(' ') || 'the server gave no reason')
      } finally {
        running--
      }
    },
    forget: async () => {},
    close: async () => (await transport)?.close(),
  }
}

/** Loads the library with the first mail, which keeps the start fast. */
async function transportTo(url: string, timeoutMs: number) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Mails have only our text, so the library must never read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
