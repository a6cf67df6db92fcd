/** Mail port: sends messages to one person, by mail server or folder. */

export interface MailMessage {
  /** Address of the only recipient. */
  to: string
  subject: string
  text: string
  html: string
}

/**
 * Sends mail.
 * The rules are numbered; the conformance suite quotes them.
 *
 * - MA1 After `send` the mail server has accepted the message, or it is complete on disk.
 * - MA2 Sender, subject, text and HTML arrive unchanged, any Unicode included.
 * - MA3 A subject or address never becomes another header or recipient.
 * - MA4 `send` rejects if the message was not accepted; the error has neither recipient nor content.
 * - MA5 After `forget` no mail to that address is stored here.
 * Mails at a mail server are unaffected.
 */
export interface MailSender {
  send(message: MailMessage): Promise<void>
  forget(address: string): Promise<void>
  close(): Promise<void>
}

/**
 * Thrown if a message was not accepted, with a short reason.
 * Leaves out the server's reply, which may quote the recipient.
 */
export class MailNotAccepted extends Error {
  constructor(reason: string) {
    super(`the mail was refused: ${reason}`)
    this.name = 'MailNotAccepted'
  }
}

const ONE_ADDRESS = /^[^\s,;:<>()@"\\]+@[^\s,;:<>()@"\\]+$/

/** Throws MailNotAccepted unless `to` is one plain address (MA3). */
export function checkMailAddress({ to }: MailMessage): void {
  if (!ONE_ADDRESS.test(to)) throw new MailNotAccepted('the address is not a single plain address')
}
