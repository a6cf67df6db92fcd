/** Writes mails as .eml files to a folder, for installations without a mail server. */
import { hash, randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder, PRIVATE_MODES } from '../private-files.ts'
import { checkAddress, type Mail, type MailMessage, MailNotAccepted } from './mail.ts'

/**
 * Lifetime of a file, in ms.
 * Mails contain names of people, who may be erased.
 * Their links expire after half an hour.
 */
export const MAIL_LIFETIME_MS = 2 * 60 * 60 * 1000
const LOOK_EVERY_MS = 15 * 60 * 1000
const MAIL = /\.eml(\.part)?$/

/**
 * Opens or creates the folder and deletes the mails in it.
 * Their recipients may have been erased meanwhile.
 * A file's name has its time and a hash of the address.
 * Files appear complete and are deleted after two hours.
 */
export function openOutbox(folder: string, from: string): Mail {
  makeFolder(folder)
  for (const name of readdirSync(folder)) if (MAIL.test(name)) rmSync(path.join(folder, name))
  const looking = setInterval(() => dropOld(folder).catch(stayedBehind), LOOK_EVERY_MS).unref()
  return {
    async send(message) {
      checkAddress(message)
      const bytes = await composed(message, from)
      const name = `${fileNamePrefixOf(Date.now())}-${nameOf(message.to)}-${randomUUID().slice(0, 8)}.eml`
      try {
        await dropOld(folder)
        await writeFileAtomically(path.join(folder, name), bytes)
      } catch (error) {
        throw new MailNotAccepted(String((error as NodeJS.ErrnoException).code))
      }
    },
    forget: (address) => drop(folder, (name) => name.includes(`-${nameOf(address)}-`)),
    close: async () => clearInterval(looking),
  }
}

/**
 * Composes a mail as it would be sent.
 * The library is loaded only for the first mail.
 */
async function composed(message: MailMessage, from: string): Promise<Buffer> {
  const { createTransport } = await import('nodemailer')
  const composer = createTransport({ streamTransport: true, buffer: true, disableFileAccess: true })
  return (await composer.sendMail({ from, ...message })).message as Buffer
}

/** Returns the time as a file name prefix that sorts chronologically. */
export const fileNamePrefixOf = (time: number) => new Date(time).toISOString().replaceAll(':', '-')

/** Returns a hash of the address. */
const nameOf = (address: string) => hash('sha256', `mail to\n${address.toLowerCase()}`, 'hex').slice(0, 16)

/** Deletes old mails, including unfinished ones of a crash. */
function dropOld(folder: string): Promise<void> {
  const oldest = fileNamePrefixOf(Date.now() - MAIL_LIFETIME_MS)
  return drop(folder, (name) => name < oldest)
}

async function drop(folder: string, isMeant: (name: string) => boolean): Promise<void> {
  const meant = (await readdir(folder)).filter((name) => MAIL.test(name) && isMeant(name))
  for (const name of meant) await rm(path.join(folder, name), { force: true })
}

const stayedBehind = ({ code }: NodeJS.ErrnoException) =>
  process.emitWarning(`Old mails could not be deleted from the outbox: ${code}.`)

/** Writes a file that appears complete, for its owner only. */
export async function writeFileAtomically(file: string, bytes: Buffer): Promise<void> {
  const growing = `${file}.part`
  try {
    const handle = await open(growing, 'wx', PRIVATE_MODES.file)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(growing, file)
  } catch (error) {
    await rm(growing, { force: true })
    throw error
  }
}
