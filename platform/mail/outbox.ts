/** Writes mails as .eml files to a folder, for installations without mail server. */
import { hash, randomUUID } from 'node:crypto'
import { openFileOutbox } from '../file-outbox.ts'
import { checkMailAddress, type MailMessage, MailNotAccepted, type MailSender } from './mail.ts'

/**
 * Opens the folder for mails and deletes the mails of earlier runs.
 * New mails are deleted after two hours.
 * A file name contains the time and a hash of the recipient's address.
 */
export function openMailOutbox(folder: string, from: string): MailSender {
  const files = openFileOutbox(folder, { extension: 'eml', contents: 'mails' })
  return {
    async send(message) {
      checkMailAddress(message)
      const bytes = await composed(message, from)
      try {
        await files.write(`${nameOf(message.to)}-${randomUUID().slice(0, 8)}`, bytes)
      } catch (error) {
        throw new MailNotAccepted(String((error as NodeJS.ErrnoException).code))
      }
    },
    forget: (address) => files.drop((name) => name.includes(`-${nameOf(address)}-`)),
    close: async () => files.close(),
  }
}

/** Composes the mail as it would be sent; loads the library on demand. */
async function composed(message: MailMessage, from: string): Promise<Buffer> {
  const { createTransport } = await import('nodemailer')
  const composer = createTransport({ streamTransport: true, buffer: true, disableFileAccess: true })
  return (await composer.sendMail({ from, ...message })).message as Buffer
}

/** Returns a hash of the email address, which is part of file names. */
const nameOf = (address: string) => hash('sha256', `mail to\n${address.toLowerCase()}`, 'hex').slice(0, 16)
