/** Mail as .eml files in a folder: for an installation without a mail server, to be opened with any mail program. */
import { hash, randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder, OWNER_ONLY } from '../private-files.ts'
import { checkAddress, type Mail, MailNotTaken, type Message } from './mail.ts'

/** Mails name people, who may be erased; what is in them is of use for half an hour. */
const KEPT_MS = 2 * 60 * 60 * 1000
const LOOK_EVERY_MS = 15 * 60 * 1000
const MAIL = /\.eml(\.part)?$/

/**
 * Opens the folder, made if need be, and empties it of mails: those of another time may be to people who were erased since.
 * A file is named for its time and, without telling it, its address; it appears when it is whole, and goes after two hours.
 */
export function openOutbox(folder: string, from: string): Mail {
  makeFolder(folder)
  for (const name of readdirSync(folder)) if (MAIL.test(name)) rmSync(path.join(folder, name))
  const looking = setInterval(() => dropOld(folder).catch(stayedBehind), LOOK_EVERY_MS).unref()
  return {
    async send(message) {
      checkAddress(message)
      const bytes = await composed(message, from)
      const name = `${nameAt(Date.now())}-${nameOf(message.to)}-${randomUUID().slice(0, 8)}.eml`
      try {
        await dropOld(folder)
        await writeWhole(path.join(folder, name), bytes)
      } catch (error) {
        throw new MailNotTaken(String((error as NodeJS.ErrnoException).code))
      }
    },
    forget: (address) => drop(folder, (name) => name.includes(`-${nameOf(address)}-`)),
    close: async () => clearInterval(looking),
  }
}

/** The mail as it would travel. What writes it is loaded for the first one: no board needs it. */
async function composed(message: Message, from: string): Promise<Buffer> {
  const { createTransport } = await import('nodemailer')
  const composer = createTransport({ streamTransport: true, buffer: true, disableFileAccess: true })
  return (await composer.sendMail({ from, ...message })).message as Buffer
}

/** A mail's name begins with its time, in an order that is also the alphabet's. */
const nameAt = (time: number) => new Date(time).toISOString().replaceAll(':', '-')

/** The same for the same address, which it does not tell. */
const nameOf = (address: string) => hash('sha256', `mail to\n${address.toLowerCase()}`, 'hex').slice(0, 16)

/** Drops what is too old; what a crash left unfinished as well. */
function dropOld(folder: string): Promise<void> {
  const oldest = nameAt(Date.now() - KEPT_MS)
  return drop(folder, (name) => name < oldest)
}

async function drop(folder: string, isMeant: (name: string) => boolean): Promise<void> {
  const meant = (await readdir(folder)).filter((name) => MAIL.test(name) && isMeant(name))
  for (const name of meant) await rm(path.join(folder, name), { force: true })
}

const stayedBehind = ({ code }: NodeJS.ErrnoException) =>
  process.emitWarning(`Old mails could not be dropped from the outbox: ${code}.`)

async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const growing = `${file}.part`
  try {
    const handle = await open(growing, 'wx', OWNER_ONLY.file)
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
