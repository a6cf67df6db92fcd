/** The mail port: a message to one person, handed to a mail server or laid into a folder. */

export interface Message {
  /** One address. */
  to: string
  subject: string
  text: string
  html: string
}

/**
 * The rules are numbered; the conformance suite quotes them.
 *
 * - MA1 A message whose `send` was answered was taken: by the mail server, or whole on disk.
 * - MA2 Sender, subject, text and HTML arrive as they were given, any Unicode included.
 * - MA3 What stands in a subject or an address never becomes another header or another recipient.
 * - MA4 `send` rejects when the message was not taken; the error names neither the recipient nor what was written.
 * - MA5 After `forget` no mail to that address is kept here; what a mail server has taken is the server's.
 */
export interface Mail {
  send(message: Message): Promise<void>
  forget(address: string): Promise<void>
  close(): Promise<void>
}

/** Says that a message was not taken, and why in a word; a mail server's own reply may quote the recipient. */
export class MailNotTaken extends Error {
  constructor(reason: string) {
    super(`the mail was not taken: ${reason}`)
    this.name = 'MailNotTaken'
  }
}

const ONE_ADDRESS = /^[^\s,;:<>()@"\\]+@[^\s,;:<>()@"\\]+$/

/** Throws MailNotTaken unless `to` is one plain address (MA3). */
export function checkAddress({ to }: Message): void {
  if (!ONE_ADDRESS.test(to)) throw new MailNotTaken('the address is not one plain address')
}
